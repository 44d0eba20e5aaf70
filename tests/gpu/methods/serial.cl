// The first work-item computes everything.

#define OPERATION(T, NAME)                                                          \
  static T scan_##T##_##NAME(base_t s, T x, T identity, T *before) {                \
    const size_t n = lanes_of_group(), i = this_lane();                             \
    put_##T(s, 0, i, x);                                                            \
    SYNC(50);                                                                       \
    if (i == 0) {                                                                   \
      T sum = identity;                                                             \
      for (size_t k = 0; k < n; ++k) {                                              \
        const T value = get_##T(s, 0, k);                                           \
        put_##T(s, 0, k, sum);                                                      \
        sum = k == 0 ? value : OP_##NAME(sum, value);                               \
      }                                                                             \
    }                                                                               \
    SYNC(51);                                                                       \
    *before = get_##T(s, 0, i);                                                     \
    SYNC(52);                                                                       \
    return i == 0 ? x : OP_##NAME(*before, x);                                      \
  }                                                                                 \
  static T reduce_##T##_##NAME(base_t s, T x, T identity) {                         \
    const size_t n = lanes_of_group(), i = this_lane();                             \
    put_##T(s, 0, i, x);                                                            \
    SYNC(50);                                                                       \
    if (i == 0) {                                                                   \
      for (size_t k = 1; k < n; ++k) x = OP_##NAME(x, get_##T(s, 0, k));            \
      put_##T(s, 1, 0, x);                                                          \
    }                                                                               \
    SYNC(53);                                                                       \
    x = get_##T(s, 1, 0);                                                           \
    SYNC(54);                                                                       \
    return x;                                                                       \
  }

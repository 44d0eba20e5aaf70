// Every work-item reads all values.

#define OPERATION(T, NAME)                                                          \
  static T scan_##T##_##NAME(base_t s, T x, T identity, T *before) {                \
    const size_t i = this_lane();                                                   \
    put_##T(s, 0, i, x);                                                            \
    SYNC(60);                                                                       \
    T sum = identity;                                                               \
    for (size_t k = 0; k < i; ++k) sum = k == 0 ? get_##T(s, 0, 0) : OP_##NAME(sum, get_##T(s, 0, k)); \
    SYNC(61);                                                                       \
    *before = sum;                                                                  \
    return i == 0 ? x : OP_##NAME(sum, x);                                          \
  }                                                                                 \
  static T reduce_##T##_##NAME(base_t s, T x, T identity) {                         \
    const size_t n = lanes_of_group();                                              \
    put_##T(s, 0, this_lane(), x);                                                  \
    SYNC(62);                                                                       \
    T sum = get_##T(s, 0, 0);                                                       \
    for (size_t k = 1; k < n; ++k) sum = OP_##NAME(sum, get_##T(s, 0, k));          \
    SYNC(63);                                                                       \
    return sum;                                                                     \
  }

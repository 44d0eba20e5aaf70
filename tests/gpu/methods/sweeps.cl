// Blelloch's sweeps up and down.

// The sweeps go over a power of two, which is less than twice the number of work-items; the rest has identities.
#define OPERATION(T, NAME)                                                                  \
  static size_t sweep_up_##T##_##NAME(base_t s, T x, T identity) {                          \
    const size_t n = lanes_of_group(), i = this_lane();                                     \
    size_t size = 1;                                                                        \
    while (size < n) size *= 2;                                                             \
    put_##T(s, 0, i, x);                                                                    \
    if (i + n < size) put_##T(s, 0, i + n, identity);                                       \
    SYNC(20);                                                                               \
    for (size_t d = 1; d < size; d *= 2) {                                                  \
      if (i < size / (2 * d)) {                                                             \
        const size_t left = 2 * d * i + d - 1, right = left + d;                            \
        put_##T(s, 0, right, OP_##NAME(get_##T(s, 0, left), get_##T(s, 0, right)));         \
      }                                                                                     \
      SYNC(21);                                                                             \
    }                                                                                       \
    return size;                                                                            \
  }                                                                                         \
  static T reduce_##T##_##NAME(base_t s, T x, T identity) {                                 \
    const size_t size = sweep_up_##T##_##NAME(s, x, identity);                              \
    const T sum = get_##T(s, 0, size - 1);                                                  \
    SYNC(25);                                                                               \
    return sum;                                                                             \
  }                                                                                         \
  static T scan_##T##_##NAME(base_t s, T x, T identity, T *before) {                        \
    const size_t n = lanes_of_group(), i = this_lane();                                     \
    const size_t size = sweep_up_##T##_##NAME(s, x, identity);                              \
    if (i == n - 1) put_##T(s, 0, size - 1, identity);                                      \
    SYNC(22);                                                                               \
    for (size_t d = size / 2; d > 0; d /= 2) {                                              \
      if (i < size / (2 * d)) {                                                             \
        const size_t left = 2 * d * i + d - 1, right = left + d;                            \
        const T sum = get_##T(s, 0, left);                                                  \
        put_##T(s, 0, left, get_##T(s, 0, right));                                          \
        put_##T(s, 0, right, OP_##NAME(sum, get_##T(s, 0, right)));                         \
      }                                                                                     \
      SYNC(23);                                                                             \
    }                                                                                       \
    *before = get_##T(s, 0, i);                                                             \
    SYNC(24);                                                                               \
    return OP_##NAME(*before, x);                                                           \
  }

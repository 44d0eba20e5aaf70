// Hillis-Steele steps from one buffer to the other.

#define OPERATION(T, NAME)                                                          \
  static T scan_##T##_##NAME(base_t s, T x, T identity, T *before) {                \
    const size_t n = lanes_of_group(), i = this_lane();                             \
    uint from = 0;                                                                  \
    put_##T(s, from, i, x);                                                         \
    SYNC(70);                                                                       \
    for (size_t d = 1; d < n; d *= 2) {                                             \
      const uint to = RACE == 73 ? from : 1 - from;                                 \
      if (i >= d) x = OP_##NAME(get_##T(s, from, i - d), x);                        \
      put_##T(s, to, i, x);                                                         \
      from = to;                                                                    \
      if (RACE == 74 && d % 2 == 0) continue;                                       \
      SYNC(71);                                                                     \
    }                                                                               \
    *before = i == 0 ? identity : get_##T(s, from, i - 1);                          \
    SYNC(72);                                                                       \
    return x;                                                                       \
  }                                                                                 \
  static T reduce_##T##_##NAME(base_t s, T x, T identity) {                         \
    const size_t n = lanes_of_group(), i = this_lane();                             \
    uint from = 0;                                                                  \
    put_##T(s, from, i, x);                                                         \
    SYNC(75);                                                                       \
    for (size_t width = n; width > 1; width = (width + 1) / 2) {                    \
      const size_t rest = (width + 1) / 2;                                          \
      if (i + rest < width) x = OP_##NAME(x, get_##T(s, from, i + rest));           \
      from = RACE == 77 ? from : 1 - from;                                          \
      if (i < rest) put_##T(s, from, i, x);                                         \
      SYNC(76);                                                                     \
    }                                                                               \
    x = get_##T(s, from, 0);                                                        \
    SYNC(78);                                                                       \
    return x;                                                                       \
  }

// Shuffles within warps.

// The first work-item adds the sums of the warps; each warp reads the sum up to the previous warp.
#define OPERATION(T, NAME)                                                                      \
  static T in_warps_##T##_##NAME(base_t s, T x, T identity, T *before) {                        \
    const size_t n = lanes_of_group(), i = this_lane();                                         \
    const uint mask = warp_mask(i, n);                                                          \
    for (uint d = 1; d < WARP; d *= 2) {                                                        \
      const T other = up_##T(x, d, mask);                                                       \
      if (i % WARP >= d) x = OP_##NAME(other, x);                                               \
    }                                                                                           \
    *before = up_##T(x, 1, mask);                                                               \
    if (i % WARP == WARP - 1 || i == n - 1) put_##T(s, 0, i / WARP, x);                         \
    SYNC(30);                                                                                   \
    if (i == 0) {                                                                               \
      T sum = identity;                                                                         \
      for (size_t w = 0; w < (n + WARP - 1) / WARP; ++w) {                                      \
        const T of_warp = get_##T(s, 0, w);                                                     \
        sum = w == 0 ? of_warp : OP_##NAME(sum, of_warp);                                       \
        put_##T(s, 0, w, sum);                                                                  \
      }                                                                                         \
      put_##T(s, 1, 0, sum);                                                                    \
    }                                                                                           \
    SYNC(31);                                                                                   \
    return x;                                                                                   \
  }                                                                                             \
  static T reduce_##T##_##NAME(base_t s, T x, T identity) {                                     \
    T before;                                                                                   \
    in_warps_##T##_##NAME(s, x, identity, &before);                                             \
    const T sum = get_##T(s, 1, 0);                                                             \
    SYNC(32);                                                                                   \
    return sum;                                                                                 \
  }                                                                                             \
  static T scan_##T##_##NAME(base_t s, T x, T identity, T *before) {                            \
    const size_t i = this_lane();                                                               \
    const T in_warp = in_warps_##T##_##NAME(s, x, identity, before);                            \
    const T of_earlier = i < WARP ? identity : get_##T(s, 0, i / WARP - 1);                     \
    SYNC(33);                                                                                   \
    *before = i % WARP == 0 ? of_earlier : i < WARP ? *before : OP_##NAME(of_earlier, *before); \
    return i < WARP ? in_warp : OP_##NAME(of_earlier, in_warp);                                 \
  }

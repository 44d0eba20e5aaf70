// A tree for reductions, Hillis-Steele steps for scans.

// A step of the tree below 32 work-items, without a barrier: it relies on warps that run in lockstep.
#define LAST_STEP(T, NAME, HALF) \
  if (i < HALF && i + HALF < width) put_##T(s, 0, i, OP_##NAME(get_##T(s, 0, i), get_##T(s, 0, i + HALF)));

#define OPERATION(T, NAME)                                                                          \
  static T reduce_##T##_##NAME(base_t s, T x, T identity) {                                         \
    const size_t n = lanes_of_group(), i = this_lane();                                             \
    if (RACE == 84 || RACE == 86) barrier(FENCE);                                                   \
    put_##T(s, 0, i, x);                                                                            \
    if (RACE != 84) SYNC(1);                                                                        \
    for (size_t width = n; width > 1;) {                                                            \
      if (RACE == 13 && width <= 32) {                                                              \
        LAST_STEP(T, NAME, 16) LAST_STEP(T, NAME, 8) LAST_STEP(T, NAME, 4) LAST_STEP(T, NAME, 2)    \
        LAST_STEP(T, NAME, 1) break;                                                                \
      }                                                                                             \
      const size_t rest = (width + 1) / 2;                                                          \
      if (RACE == 85) {                                                                             \
        T sum = x;                                                                                  \
        if (i + rest < width) sum = OP_##NAME(get_##T(s, 0, i), get_##T(s, 0, i + rest));           \
        barrier(FENCE);                                                                             \
        if (i + rest < width) put_##T(s, 0, i, sum);                                                \
        width = rest;                                                                               \
        continue;                                                                                   \
      }                                                                                             \
      if (i + rest < width) put_##T(s, 0, i, OP_##NAME(get_##T(s, 0, i), get_##T(s, 0, i + rest))); \
      width = rest;                                                                                 \
      if (RACE == 83 && width <= 16) {                                                              \
        sync_warp(warp_mask(i, n));                                                                 \
      } else if (RACE == 14 && width <= 64) {                                                       \
      } else {                                                                                      \
        SYNC(2);                                                                                    \
      }                                                                                             \
    }                                                                                               \
    if (RACE == 13 || RACE == 14 || RACE == 85) barrier(FENCE);                                     \
    const T sum = get_##T(s, 0, 0);                                                                 \
    if (RACE != 86) SYNC(3);                                                                        \
    return sum;                                                                                     \
  }                                                                                                 \
  static T scan_##T##_##NAME(base_t s, T x, T identity, T *before) {                                \
    const size_t n = lanes_of_group(), i = this_lane();                                             \
    put_##T(s, 0, i, x);                                                                            \
    SYNC(4);                                                                                        \
    for (size_t d = 1; d < n; d *= 2) {                                                             \
      const T sum = i >= d ? OP_##NAME(get_##T(s, 0, i - d), x) : x;                                \
      SYNC(5);                                                                                      \
      x = sum;                                                                                      \
      put_##T(s, 0, i, x);                                                                          \
      SYNC(6);                                                                                      \
    }                                                                                               \
    *before = i == 0 ? identity : get_##T(s, 0, i - 1);                                             \
    SYNC(7);                                                                                        \
    return x;                                                                                       \
  }

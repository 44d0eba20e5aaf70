// An atomic ticket: the last work-item that arrives does the work for all.

// all and any set their flag by an atomic operation too.
#define MERGES_FLAG

#define OPERATION(T, NAME)                                                          \
  static T scan_##T##_##NAME(base_t s, T x, T identity, T *before) {                \
    const size_t n = lanes_of_group(), i = this_lane();                             \
    if (RACE == 43) {                                                               \
    } else if (i == 0) put_int(s + WORDS, 0, 0, 0);                                 \
    SYNC(40);                                                                       \
    put_##T(s, 0, i, x);                                                            \
    mem_fence(FENCE);                                                               \
    if (next_ticket(s) == (int)n - 1) {                                             \
      mem_fence(FENCE);                                                             \
      T sum = identity;                                                             \
      for (size_t k = 0; k < n; ++k) {                                              \
        const T value = get_##T(s, 0, k);                                           \
        put_##T(s, 1, k, sum);                                                      \
        sum = k == 0 ? value : OP_##NAME(sum, value);                               \
        put_##T(s, 0, k, sum);                                                      \
      }                                                                             \
    }                                                                               \
    SYNC(41);                                                                       \
    *before = get_##T(s, 1, i);                                                     \
    const T sum = get_##T(s, 0, i);                                                 \
    SYNC(42);                                                                       \
    return sum;                                                                     \
  }                                                                                 \
  static T reduce_##T##_##NAME(base_t s, T x, T identity) {                         \
    const size_t n = lanes_of_group(), i = this_lane();                             \
    if (RACE == 43) {                                                               \
    } else if (i == 0) put_int(s + WORDS, 0, 0, 0);                                 \
    SYNC(40);                                                                       \
    put_##T(s, 0, i, x);                                                            \
    mem_fence(FENCE);                                                               \
    if (next_ticket(s) == (int)n - 1) {                                             \
      mem_fence(FENCE);                                                             \
      T sum = get_##T(s, 0, 0);                                                     \
      for (size_t k = 1; k < n; ++k) sum = OP_##NAME(sum, get_##T(s, 0, k));        \
      put_##T(s, 1, 0, sum);                                                        \
    }                                                                               \
    SYNC(41);                                                                       \
    const T sum = get_##T(s, 1, 0);                                                 \
    SYNC(42);                                                                       \
    return sum;                                                                     \
  }

// The builtins under their own names. The method's file defines OPERATION(T, NAME): scan_T_NAME(x, identity, &before) gives
// the inclusive and the exclusive scan, and reduce_T_NAME(x, identity) the reduction. All start with the local memory.

#define OP_sum(x, y) ((x) + (y))
#define OP_least(x, y) ((y) < (x) ? (y) : (x))
#define OP_most(x, y) ((x) < (y) ? (y) : (x))

#define BUILTIN static __attribute__((overloadable))

// With full names, since min and max are macros on some devices.
#define BUILTINS_OF_OPERATION(T, NAME, IDENTITY, REDUCE, INCLUSIVE, EXCLUSIVE)           \
  OPERATION(T, NAME)                                                                     \
  BUILTIN T REDUCE(T x, __local void *s) { return reduce_##T##_##NAME(s, x, IDENTITY); } \
  BUILTIN T INCLUSIVE(T x, __local void *s) {                                            \
    T before;                                                                            \
    return scan_##T##_##NAME(s, x, IDENTITY, &before);                                   \
  }                                                                                      \
  BUILTIN T EXCLUSIVE(T x, __local void *s) {                                            \
    T before;                                                                            \
    scan_##T##_##NAME(s, x, IDENTITY, &before);                                          \
    return before;                                                                       \
  }

// One slot, in its own region except for RACE 86.
#define BROADCAST(T)                                                                                    \
  static T broadcast_##T(base_t s, T x, size_t source) {                                                \
    const uint region = RACE == 86 ? 0 : 1;                                                             \
    if (this_lane() == source) put_##T(s, region, 0, x);                                                \
    SYNC(8);                                                                                            \
    x = get_##T(s, region, 0);                                                                          \
    SYNC(9);                                                                                            \
    return x;                                                                                           \
  }                                                                                                     \
  BUILTIN T work_group_broadcast(T v, size_t x, __local void *s) { return broadcast_##T(s, v, lane_of(x, 0, 0)); } \
  BUILTIN T work_group_broadcast(T v, size_t x, size_t y, __local void *s) { return broadcast_##T(s, v, lane_of(x, y, 0)); } \
  BUILTIN T work_group_broadcast(T v, size_t x, size_t y, size_t z, __local void *s) {                  \
    return broadcast_##T(s, v, lane_of(x, y, z));                                                       \
  }

#define BUILTINS(T, LEAST, MOST)                                                              \
  BUILTINS_OF_OPERATION(T, sum, (T)0, work_group_reduce_add, work_group_scan_inclusive_add,   \
                        work_group_scan_exclusive_add)                                        \
  BUILTINS_OF_OPERATION(T, least, MOST, work_group_reduce_min, work_group_scan_inclusive_min, \
                        work_group_scan_exclusive_min)                                        \
  BUILTINS_OF_OPERATION(T, most, LEAST, work_group_reduce_max, work_group_scan_inclusive_max, \
                        work_group_scan_exclusive_max)                                        \
  BROADCAST(T)

BUILTINS(int, INT_MIN, INT_MAX)
BUILTINS(uint, 0u, UINT_MAX)
BUILTINS(long, LONG_MIN, LONG_MAX)
BUILTINS(ulong, 0ul, ULONG_MAX)
BUILTINS(float, -INFINITY, INFINITY)
#ifdef cl_khr_fp64
BUILTINS(double, -(double)INFINITY, (double)INFINITY)
#endif
#ifdef cl_khr_fp16
BUILTINS(half, -(half)INFINITY, (half)INFINITY)
#endif

// A flag that is cleared, set by any work-item, and read.
static int any_of(base_t s, int x) {
  if (this_lane() == 0) put_int(s + WORDS, 0, 0, 0);
  SYNC(10);
#ifdef MERGES_FLAG
  merge_flag(s, x != 0);
#else
  if (x != 0) put_int(s + WORDS, 0, 0, 1);
#endif
  SYNC(11);
  x = get_int(s + WORDS, 0, 0);
  SYNC(12);
  return x;
}

BUILTIN int work_group_any(int x, __local void *s) { return any_of(s, x); }
BUILTIN int work_group_all(int x, __local void *s) { return !any_of(s, x == 0); }

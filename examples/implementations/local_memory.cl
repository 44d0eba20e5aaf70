// All builtins, in local memory that wgcts passes to them. For wgcts run --implementation.
//
// OpenCL C allows local memory only in kernels. The next line requests this number of bytes for each work-group; each
// function then has a pointer to them as its last parameter. All calls of a kernel share the memory, as the calls of a
// driver's builtins do. A function must therefore not return before all work-items have finished reading it.
// wgcts: local memory 4104

#define BUILTIN static __attribute__((overloadable))
#define CAPACITY 512 /* values of 8 bytes, with one behind them for a total */

static size_t lanes(void) { return get_local_size(0) * get_local_size(1) * get_local_size(2); }
static size_t lane_of(size_t x, size_t y, size_t z) {
  return (z * get_local_size(1) + y) * get_local_size(0) + x;
}
static size_t own_lane(void) { return lane_of(get_local_id(0), get_local_id(1), get_local_id(2)); }

// The lanes are handled in blocks of CAPACITY; the first work-item combines the values of a block in order.
#define COMBINED(T, NAME, OP, IDENTITY, KEPT, RESULT)                               \
  T BUILTIN NAME(T x, __local void *memory) {                                       \
    __local T *values = (__local T *)memory;                                        \
    const size_t lane = own_lane(), n = lanes();                                    \
    T sum = IDENTITY, result = IDENTITY;                                            \
    for (size_t first = 0; first < n; first += CAPACITY) {                          \
      const size_t count = n - first < CAPACITY ? n - first : CAPACITY;             \
      const bool is_here = lane >= first && lane < first + count;                   \
      if (is_here) values[lane - first] = x;                                        \
      barrier(CLK_LOCAL_MEM_FENCE);                                                 \
      if (lane == 0) {                                                              \
        for (size_t i = 0; i < count; ++i) {                                        \
          const T before = sum;                                                     \
          sum = OP(sum, values[i]);                                                 \
          values[i] = KEPT;                                                         \
        }                                                                           \
        values[CAPACITY] = sum;                                                     \
      }                                                                             \
      barrier(CLK_LOCAL_MEM_FENCE);                                                 \
      if (is_here) result = values[lane - first];                                   \
      if (first + count == n && RESULT) result = values[CAPACITY];                  \
      barrier(CLK_LOCAL_MEM_FENCE);                                                 \
    }                                                                               \
    return result;                                                                  \
  }

#define OPERATION(T, NAME, OP, IDENTITY)                                            \
  COMBINED(T, work_group_reduce_##NAME, OP, IDENTITY, sum, true)                    \
  COMBINED(T, work_group_scan_inclusive_##NAME, OP, IDENTITY, sum, false)           \
  COMBINED(T, work_group_scan_exclusive_##NAME, OP, IDENTITY, before, false)

#define ADD(a, b) ((a) + (b))
#define LEAST(a, b) ((b) < (a) ? (b) : (a))
#define MOST(a, b) ((a) < (b) ? (b) : (a))

#define BROADCAST(T)                                                                \
  static T __attribute__((overloadable)) of_lane(T x, size_t source, __local void *memory) { \
    __local T *value = (__local T *)memory;                                         \
    if (own_lane() == source) *value = x;                                           \
    barrier(CLK_LOCAL_MEM_FENCE);                                                   \
    const T result = *value;                                                        \
    barrier(CLK_LOCAL_MEM_FENCE);                                                   \
    return result;                                                                  \
  }                                                                                 \
  T BUILTIN work_group_broadcast(T x, size_t a, __local void *memory) { return of_lane(x, lane_of(a, 0, 0), memory); } \
  T BUILTIN work_group_broadcast(T x, size_t a, size_t b, __local void *memory) {   \
    return of_lane(x, lane_of(a, b, 0), memory);                                    \
  }                                                                                 \
  T BUILTIN work_group_broadcast(T x, size_t a, size_t b, size_t c, __local void *memory) { \
    return of_lane(x, lane_of(a, b, c), memory);                                    \
  }

#define TYPE(T, LOWEST, HIGHEST)    \
  OPERATION(T, add, ADD, (T)0)      \
  OPERATION(T, min, LEAST, HIGHEST) \
  OPERATION(T, max, MOST, LOWEST)   \
  BROADCAST(T)

TYPE(int, INT_MIN, INT_MAX)
TYPE(uint, 0, UINT_MAX)
TYPE(long, LONG_MIN, LONG_MAX)
TYPE(ulong, 0, ULONG_MAX)
TYPE(float, -INFINITY, INFINITY)
#ifdef cl_khr_fp64
TYPE(double, -(double)INFINITY, (double)INFINITY)
#endif
#ifdef cl_khr_fp16
TYPE(half, -(half)INFINITY, (half)INFINITY)
#endif

int BUILTIN work_group_any(int x, __local void *memory) { return work_group_reduce_max((uint)(x != 0), memory) != 0; }
int BUILTIN work_group_all(int x, __local void *memory) { return work_group_reduce_min((uint)(x != 0), memory) != 0; }

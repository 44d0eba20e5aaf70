// Reductions and scans in two steps: within sub-groups by their own functions, then over the sub-groups in local memory.
// Correct for every mapping of work-items to sub-groups. For wgcts run --implementation.
//
// The specification leaves this mapping open: a sub-group may have consecutive linear ids, a row, or any other work-items.
// The values therefore go through local memory: they are written by linear id, and read in the order of the sub-groups,
// so that each sub-group has consecutive values. Results go back in the same way.
//
// The memory holds a value for each work-item and a sum for each sub-group, of 8 bytes, for work-groups of up to 8192.
// A device with smaller work-groups and less local memory needs a smaller CAPACITY.
// wgcts: local memory 131072
#define CAPACITY 8192

#ifdef cl_khr_subgroups
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif

#define BUILTIN static __attribute__((overloadable))

static size_t lane_of(size_t x, size_t y, size_t z) {
  return (z * get_local_size(1) + y) * get_local_size(0) + x;
}
static size_t own_lane(void) { return lane_of(get_local_id(0), get_local_id(1), get_local_id(2)); }

// The number of work-items in the sub-groups before this one. There is a barrier after the writes and one after the reads.
static size_t lanes_before(__local void *memory) {
  __local uint *sizes = (__local uint *)memory;
  if (get_sub_group_local_id() == 0) sizes[get_sub_group_id()] = get_sub_group_size();
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t before = 0;
  for (uint i = 0; i < get_sub_group_id(); ++i) before += sizes[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  return before;
}

#define ADD(a, b) ((a) + (b))
#define LEAST(a, b) ((b) < (a) ? (b) : (a))
#define MOST(a, b) ((a) < (b) ? (b) : (a))

#define OPERATION(T, OP, COMBINE, IDENTITY)                                              \
  T BUILTIN work_group_reduce_##OP(T x, __local void *memory) {                          \
    __local T *sums = (__local T *)memory;                                               \
    const T own = sub_group_reduce_##OP(x);                                              \
    if (get_sub_group_local_id() == 0) sums[get_sub_group_id()] = own;                   \
    barrier(CLK_LOCAL_MEM_FENCE);                                                        \
    T sum = sums[0];                                                                     \
    for (uint i = 1; i < get_num_sub_groups(); ++i) sum = COMBINE(sum, sums[i]);         \
    barrier(CLK_LOCAL_MEM_FENCE);                                                        \
    return sum;                                                                          \
  }                                                                                      \
  static T __attribute__((overloadable)) scan_##OP(T x, bool inclusive, __local void *memory) { \
    __local T *values = (__local T *)memory, *sums = values + CAPACITY;                  \
    const size_t place = lanes_before(memory) + get_sub_group_local_id();                \
    values[own_lane()] = x;                                                              \
    barrier(CLK_LOCAL_MEM_FENCE);                                                        \
    const T value = values[place];                                                       \
    const T before = sub_group_scan_exclusive_##OP(value);                               \
    const T sum = sub_group_reduce_##OP(value);                                          \
    if (get_sub_group_local_id() == 0) sums[get_sub_group_id()] = sum;                   \
    barrier(CLK_LOCAL_MEM_FENCE);                                                        \
    T result = IDENTITY;                                                                 \
    for (uint i = 0; i < get_sub_group_id(); ++i) result = COMBINE(result, sums[i]);     \
    result = COMBINE(result, before);                                                    \
    values[place] = inclusive ? COMBINE(result, value) : result;                         \
    barrier(CLK_LOCAL_MEM_FENCE);                                                        \
    result = values[own_lane()];                                                         \
    barrier(CLK_LOCAL_MEM_FENCE);                                                        \
    return result;                                                                       \
  }                                                                                      \
  T BUILTIN work_group_scan_inclusive_##OP(T x, __local void *memory) { return scan_##OP(x, true, memory); } \
  T BUILTIN work_group_scan_exclusive_##OP(T x, __local void *memory) { return scan_##OP(x, false, memory); }

// The source work-item is found by its local id, without sub-groups.
#define BROADCAST(T)                                                                     \
  static T __attribute__((overloadable)) of_lane(T x, size_t source, __local void *memory) { \
    __local T *value = (__local T *)memory;                                              \
    if (own_lane() == source) *value = x;                                                \
    barrier(CLK_LOCAL_MEM_FENCE);                                                        \
    const T result = *value;                                                             \
    barrier(CLK_LOCAL_MEM_FENCE);                                                        \
    return result;                                                                       \
  }                                                                                      \
  T BUILTIN work_group_broadcast(T x, size_t a, __local void *memory) { return of_lane(x, lane_of(a, 0, 0), memory); } \
  T BUILTIN work_group_broadcast(T x, size_t a, size_t b, __local void *memory) {        \
    return of_lane(x, lane_of(a, b, 0), memory);                                         \
  }                                                                                      \
  T BUILTIN work_group_broadcast(T x, size_t a, size_t b, size_t c, __local void *memory) { \
    return of_lane(x, lane_of(a, b, c), memory);                                         \
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

int BUILTIN work_group_any(int x, __local void *memory) {
  return work_group_reduce_max((uint)(sub_group_any(x) != 0), memory) != 0;
}
int BUILTIN work_group_all(int x, __local void *memory) {
  return work_group_reduce_min((uint)(sub_group_all(x) != 0), memory) != 0;
}

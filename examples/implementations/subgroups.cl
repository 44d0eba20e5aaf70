// Reductions and scans in two steps: within sub-groups by their own functions, then over the sub-groups by the
// device's own work_group_broadcast of what each comes to. As many broadcasts as there are sub-groups, where
// broadcasts.cl takes one for each work-item. For wgcts run --implementation.
//
// How work-items are dealt out to sub-groups is the device's choice. Here sub-groups are taken for consecutive linear ids,
// in the order of get_sub_group_id(), of get_max_sub_group_size() each: either over the whole work-group, but for the
// last one, or row by row, but for the last one of each row, as Intel's CPU runtime has it. A device that does otherwise
// wants another first_of(), and one without sub-groups does not compile this.
#undef work_group_broadcast

#ifdef cl_khr_subgroups
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif

#define BUILTIN __attribute__((overloadable))

// The linear id of a sub-group's first work-item. Where the second row begins with a sub-group, each row does.
static size_t first_of(uint sub_group) {
  const size_t width = get_local_size(0), height = get_local_size(1), depth = get_local_size(2);
  const size_t most = get_max_sub_group_size(), in_a_row = (width + most - 1) / most;
  const bool has_rows = height * depth > 1;
  const uint second = has_rows ? work_group_broadcast(get_sub_group_local_id(), 0, height > 1, height == 1) : 1u;
  return second == 0 ? sub_group / in_a_row * width + sub_group % in_a_row * most : sub_group * most;
}

// What the sub-group of that id comes to: each work-item of it holds the sum.
#define SUM_OF(T)                                                                        \
  static T __attribute__((overloadable)) sum_of(T sum, uint sub_group) {                 \
    const size_t first = first_of(sub_group);                                            \
    const size_t width = get_local_size(0), height = get_local_size(1);                  \
    return work_group_broadcast(sum, first % width, first / width % height, first / (width * height)); \
  }

#define ADD(a, b) ((a) + (b))
#define LEAST(a, b) ((b) < (a) ? (b) : (a))
#define MOST(a, b) ((a) < (b) ? (b) : (a))

#define OPERATION(T, OP, COMBINE, IDENTITY)                                              \
  T BUILTIN work_group_reduce_##OP(T x) {                                                \
    const T own = sub_group_reduce_##OP(x);                                              \
    T sum = sum_of(own, 0);                                                              \
    for (uint i = 1; i < get_num_sub_groups(); ++i) {                                    \
      const T next = sum_of(own, i);                                                     \
      sum = COMBINE(sum, next);                                                          \
    }                                                                                    \
    return sum;                                                                          \
  }                                                                                      \
  T BUILTIN work_group_scan_exclusive_##OP(T x) {                                        \
    const T own = sub_group_reduce_##OP(x), before = sub_group_scan_exclusive_##OP(x);   \
    T sum = IDENTITY;                                                                    \
    for (uint i = 0; i < get_num_sub_groups(); ++i) {                                    \
      const T next = sum_of(own, i);                                                     \
      if (i < get_sub_group_id()) sum = i == 0 ? next : COMBINE(sum, next);              \
    }                                                                                    \
    if (get_sub_group_local_id() == 0) return sum;                                       \
    return get_sub_group_id() == 0 ? before : COMBINE(sum, before);                      \
  }                                                                                      \
  T BUILTIN work_group_scan_inclusive_##OP(T x) {                                        \
    const T before = work_group_scan_exclusive_##OP(x);                                  \
    return get_sub_group_id() == 0 && get_sub_group_local_id() == 0 ? x : COMBINE(before, x); \
  }

#define TYPE(T, LOWEST, HIGHEST)  \
  SUM_OF(T)                       \
  OPERATION(T, add, ADD, (T)0)    \
  OPERATION(T, min, LEAST, HIGHEST) \
  OPERATION(T, max, MOST, LOWEST)

TYPE(int, INT_MIN, INT_MAX)
TYPE(uint, 0, UINT_MAX)
TYPE(long, LONG_MIN, LONG_MAX)
TYPE(ulong, 0, ULONG_MAX)
TYPE(float, -INFINITY, INFINITY)
#ifdef cl_khr_fp64
TYPE(double, -(double)INFINITY, (double)INFINITY)
#endif

int BUILTIN work_group_any(int x) { return work_group_reduce_max((uint)sub_group_any(x != 0)) != 0; }
int BUILTIN work_group_all(int x) { return work_group_reduce_min((uint)(sub_group_all(x != 0) != 0)) != 0; }

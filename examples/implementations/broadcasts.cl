// Reductions and scans by the device's own work_group_broadcast: correct if that is, but slow for large work-groups.
// For wgcts run --implementation.
//
// The builtins are defined under their own names. Builtins that are not defined here, such as broadcast, are skipped.
// #undef removes the macro by which wgcts replaces the name, so that the device's own builtin can be called.
#undef work_group_broadcast

#define BUILTIN static __attribute__((overloadable))

static size_t lanes(void) { return get_local_size(0) * get_local_size(1) * get_local_size(2); }

static size_t lane(void) {
  return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
}

// The value of the work-item with this linear id.
#define VALUE_OF(T)                                                         \
  static T __attribute__((overloadable)) value_of(T x, size_t i) {          \
    const size_t width = get_local_size(0), height = get_local_size(1);     \
    return work_group_broadcast(x, i % width, i / width % height, i / (width * height)); \
  }

#define ADD(a, b) ((a) + (b))
#define LEAST(a, b) ((b) < (a) ? (b) : (a))
#define MOST(a, b) ((a) < (b) ? (b) : (a))

#define OPERATION(T, REDUCE, INCLUSIVE, EXCLUSIVE, COMBINE, IDENTITY)       \
  T BUILTIN REDUCE(T x) {                                                   \
    T sum = value_of(x, 0);                                                 \
    for (size_t i = 1; i < lanes(); ++i) {                                  \
      const T next = value_of(x, i);                                        \
      sum = COMBINE(sum, next);                                             \
    }                                                                       \
    return sum;                                                             \
  }                                                                         \
  T BUILTIN EXCLUSIVE(T x) {                                                \
    T sum = IDENTITY;                                                       \
    for (size_t i = 0; i < lanes(); ++i) {                                  \
      const T next = value_of(x, i);                                        \
      if (i < lane()) sum = i == 0 ? next : COMBINE(sum, next);             \
    }                                                                       \
    return sum;                                                             \
  }                                                                         \
  T BUILTIN INCLUSIVE(T x) {                                                \
    const T before = EXCLUSIVE(x);                                          \
    return lane() == 0 ? x : COMBINE(before, x);                            \
  }

#define TYPE(T, LOWEST, HIGHEST)                                                                                  \
  VALUE_OF(T)                                                                                                     \
  OPERATION(T, work_group_reduce_add, work_group_scan_inclusive_add, work_group_scan_exclusive_add, ADD, (T)0)    \
  OPERATION(T, work_group_reduce_min, work_group_scan_inclusive_min, work_group_scan_exclusive_min, LEAST, HIGHEST) \
  OPERATION(T, work_group_reduce_max, work_group_scan_inclusive_max, work_group_scan_exclusive_max, MOST, LOWEST)

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

int BUILTIN work_group_any(int x) { return work_group_reduce_max((uint)(x != 0)) != 0; }
int BUILTIN work_group_all(int x) { return work_group_reduce_min((uint)(x != 0)) != 0; }

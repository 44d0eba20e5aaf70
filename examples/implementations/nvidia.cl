// Work-group collectives for NVIDIA's OpenCL, which has none: a tree for reductions, Hillis-Steele steps for scans.
// For wgcts run --implementation.
// NVIDIA's compiler rejects local variables outside of kernels, but PTX allows them. At most 1024 work-items.

#define BUILTIN static __attribute__((overloadable))

static size_t lanes(void) { return get_local_size(0) * get_local_size(1) * get_local_size(2); }

static size_t linear(size_t x, size_t y, size_t z) { return (z * get_local_size(1) + y) * get_local_size(0) + x; }

static size_t lane(void) { return linear(get_local_id(0), get_local_id(1), get_local_id(2)); }

// Never inlined, since each copy would declare its own memory.
__attribute__((noinline)) static __local void *scratch(void) {
  ulong address;
  asm volatile("{\n\t.shared .align 8 .b8 collective_scratch[8192];\n\tmov.u64 %0, collective_scratch;\n\t}"
               : "=l"(address));
  return (__local void *)address;
}

static void sync(void) { barrier(CLK_LOCAL_MEM_FENCE); }

#define ADD(a, b) ((a) + (b))
#define LEAST(a, b) ((b) < (a) ? (b) : (a))
#define MOST(a, b) ((a) < (b) ? (b) : (a))

#define OPERATION(T, REDUCE, INCLUSIVE, EXCLUSIVE, COMBINE, IDENTITY)      \
  BUILTIN T REDUCE(T x) {                                                  \
    __local T *const value = scratch();                                    \
    const size_t i = lane();                                               \
    value[i] = x;                                                          \
    sync();                                                                \
    for (size_t width = lanes(); width > 1;) {                             \
      const size_t rest = (width + 1) / 2;                                 \
      if (i + rest < width) value[i] = COMBINE(value[i], value[i + rest]); \
      width = rest;                                                        \
      sync();                                                              \
    }                                                                      \
    x = value[0];                                                          \
    sync(); /* the next collective writes what others still read */        \
    return x;                                                              \
  }                                                                        \
  BUILTIN T INCLUSIVE(T x) {                                               \
    __local T *const value = scratch();                                    \
    const size_t i = lane();                                               \
    value[i] = x;                                                          \
    sync();                                                                \
    for (size_t d = 1; d < lanes(); d *= 2) {                              \
      if (i >= d) x = COMBINE(value[i - d], x);                            \
      sync(); /* all have read their neighbour */                          \
      value[i] = x;                                                        \
      sync();                                                              \
    }                                                                      \
    return x;                                                              \
  }                                                                        \
  BUILTIN T EXCLUSIVE(T x) {                                               \
    __local T *const value = scratch();                                    \
    x = INCLUSIVE(x);                                                      \
    sync();                                                                \
    value[lane()] = x;                                                     \
    sync();                                                                \
    x = lane() == 0 ? IDENTITY : value[lane() - 1];                        \
    sync();                                                                \
    return x;                                                              \
  }

#define BROADCAST(T)                                                                                \
  static T __attribute__((overloadable)) from(T x, size_t source) {                                 \
    __local T *const slot = scratch();                                                              \
    if (lane() == source) *slot = x;                                                                \
    sync();                                                                                         \
    x = *slot;                                                                                      \
    sync();                                                                                         \
    return x;                                                                                       \
  }                                                                                                 \
  BUILTIN T work_group_broadcast(T v, size_t x) { return from(v, linear(x, 0, 0)); }                \
  BUILTIN T work_group_broadcast(T v, size_t x, size_t y) { return from(v, linear(x, y, 0)); }      \
  BUILTIN T work_group_broadcast(T v, size_t x, size_t y, size_t z) { return from(v, linear(x, y, z)); }

#define TYPE(T, LOWEST, HIGHEST)                                                                                    \
  OPERATION(T, work_group_reduce_add, work_group_scan_inclusive_add, work_group_scan_exclusive_add, ADD, (T)0)      \
  OPERATION(T, work_group_reduce_min, work_group_scan_inclusive_min, work_group_scan_exclusive_min, LEAST, HIGHEST) \
  OPERATION(T, work_group_reduce_max, work_group_scan_inclusive_max, work_group_scan_exclusive_max, MOST, LOWEST)   \
  BROADCAST(T)

TYPE(int, INT_MIN, INT_MAX)
TYPE(uint, 0u, UINT_MAX)
TYPE(long, LONG_MIN, LONG_MAX)
TYPE(ulong, 0ul, ULONG_MAX)
TYPE(float, -INFINITY, INFINITY)
#ifdef cl_khr_fp64
TYPE(double, -(double)INFINITY, (double)INFINITY)
#endif

BUILTIN int work_group_any(int x) { return work_group_reduce_max((uint)(x != 0)) != 0; }
BUILTIN int work_group_all(int x) { return work_group_reduce_min((uint)(x != 0)) != 0; }

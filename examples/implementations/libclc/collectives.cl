// LLVM's generic collectives (libclc/clc/lib/generic/collective), included unchanged from a checkout of LLVM.
// scripts/libclc runs them, and sets the include folders.
//
// libclc declares its local memory inside functions, which the front ends of OpenCL drivers reject. This file passes
// local memory of wgcts to these functions as a further parameter, and maps libclc's local variables to it.
//
// Each work-group gets 8 bytes for each of 8192 sub-groups, the maximum of libclc's scans.
// wgcts: local memory 65536

#ifdef cl_khr_subgroups
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#elif __OPENCL_C_VERSION__ >= 300 && !defined(__opencl_c_subgroups)
#error "libclc's collectives need sub-groups, which this device does not support"
#endif
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif

// Functions are static, so that a program contains only those that it calls: there are more than a hundred.
#define _CLC_OVERLOAD static __attribute__((overloadable))
#define _CLC_CONST __attribute__((const))
#define _CLC_DEF

// libclc's constant: the length of a scan's local array. That becomes private, and only addresses in it are computed (see
// below). Without the optimiser the array would stay, and leave room for small work-groups only.
#ifdef __OPTIMIZE__
#define __CLC_MAX_NUM_WORK_GROUPS 8192
#else
#define __CLC_MAX_NUM_WORK_GROUPS 1
#endif

// --- Functions that have another name in OpenCL C --------------------------------------------------------------------
#define __clc_get_local_id get_local_id
#define __clc_get_num_sub_groups get_num_sub_groups
#define __clc_get_sub_group_id get_sub_group_id
#define __clc_get_sub_group_local_id get_sub_group_local_id
#define __clc_get_sub_group_size get_sub_group_size
// OpenCL C allows any value that is not 0 for true. Those of libclc's targets return 1, and libclc combines them by `and`.
#define __clc_sub_group_all(predicate) (sub_group_all(predicate) != 0)
#define __clc_sub_group_any(predicate) (sub_group_any(predicate) != 0)
#define __clc_sub_group_broadcast sub_group_broadcast
#define __clc_sub_group_reduce_add sub_group_reduce_add
#define __clc_sub_group_reduce_min sub_group_reduce_min
#define __clc_sub_group_reduce_max sub_group_reduce_max
#define __clc_sub_group_scan_inclusive_add sub_group_scan_inclusive_add
#define __clc_sub_group_scan_inclusive_min sub_group_scan_inclusive_min
#define __clc_sub_group_scan_inclusive_max sub_group_scan_inclusive_max
#define __clc_sub_group_scan_exclusive_add sub_group_scan_exclusive_add
#define __clc_sub_group_scan_exclusive_min sub_group_scan_exclusive_min
#define __clc_sub_group_scan_exclusive_max sub_group_scan_exclusive_max
#define __clc_min min
#define __clc_max max
#define __clc_fmin fmin
#define __clc_fmax fmax
#define __clc_work_group_barrier(scope, semantics) barrier(CLK_LOCAL_MEM_FENCE)

// --- Local memory ----------------------------------------------------------------------------------------------------
// libclc's functions get the memory as a new first parameter. The same macro changes definition and calls: it prefixes the
// first word, which is a type in the definition and a variable in a call, with WITH_MEMORY_.
#define WITH_MEMORY_int local void *memory, int
#define WITH_MEMORY___CLC_GENTYPE local void *memory, __CLC_GENTYPE
#define WITH_MEMORY_predicate memory, predicate
#define WITH_MEMORY_a memory, a

#define work_group_any_all_impl(...) work_group_any_all_impl(WITH_MEMORY_##__VA_ARGS__)
#define __clc_work_group_all(...) __clc_work_group_all(WITH_MEMORY_##__VA_ARGS__)
#define __clc_work_group_any(...) __clc_work_group_any(WITH_MEMORY_##__VA_ARGS__)
#define __clc_work_group_broadcast(...) __clc_work_group_broadcast(WITH_MEMORY_##__VA_ARGS__)
#define __clc_work_group_broadcast_impl(...) __clc_work_group_broadcast_impl(WITH_MEMORY_##__VA_ARGS__)
#define __clc_work_group_reduce_add(...) __clc_work_group_reduce_add(WITH_MEMORY_##__VA_ARGS__)
#define __clc_work_group_reduce_min(...) __clc_work_group_reduce_min(WITH_MEMORY_##__VA_ARGS__)
#define __clc_work_group_reduce_max(...) __clc_work_group_reduce_max(WITH_MEMORY_##__VA_ARGS__)
#define __clc_work_group_reduce_impl(...) __clc_work_group_reduce_impl(WITH_MEMORY_##__VA_ARGS__)
#define atomic_reduce_op(pointer, ...) atomic_reduce_op(pointer, WITH_MEMORY_##__VA_ARGS__)
#define __clc_work_group_scan_impl(...) __clc_work_group_scan_impl(WITH_MEMORY_##__VA_ARGS__)
#define __clc_work_group_scan_inclusive_add(...) __clc_work_group_scan_inclusive_add(WITH_MEMORY_##__VA_ARGS__)
#define __clc_work_group_scan_inclusive_min(...) __clc_work_group_scan_inclusive_min(WITH_MEMORY_##__VA_ARGS__)
#define __clc_work_group_scan_inclusive_max(...) __clc_work_group_scan_inclusive_max(WITH_MEMORY_##__VA_ARGS__)
#define __clc_work_group_scan_exclusive_add(...) __clc_work_group_scan_exclusive_add(WITH_MEMORY_##__VA_ARGS__)
#define __clc_work_group_scan_exclusive_min(...) __clc_work_group_scan_exclusive_min(WITH_MEMORY_##__VA_ARGS__)
#define __clc_work_group_scan_exclusive_max(...) __clc_work_group_scan_exclusive_max(WITH_MEMORY_##__VA_ARGS__)

// libclc's variable `scratch` becomes private and is never accessed. The macros below compute the offset of an address
// from its start, and access the same offset in the local memory of wgcts. The keyword `local` is unchanged. The sum with
// 0 has the type without its address space.
#define __local __private
#define IN_MEMORY(pointer) \
  ((local __typeof__(*(pointer) + 0) *)((local char *)memory + ((size_t)(pointer) - (size_t)&scratch)))

// A store by one work-item and a load after a barrier need no atomic operation.
#define __scoped_atomic_store_n(pointer, value, order, scope) (*IN_MEMORY(pointer) = (value))
#define __scoped_atomic_load_n(pointer, order, scope) (*IN_MEMORY(pointer))
#define __clc_atomic_store __scoped_atomic_store_n
#define __clc_atomic_load __scoped_atomic_load_n
#define __clc_atomic_fetch_and(pointer, value, order, scope) atomic_and(IN_MEMORY(pointer), value)
#define __clc_atomic_fetch_or(pointer, value, order, scope) atomic_or(IN_MEMORY(pointer), value)

// libclc combines the values of a reduction at the start of its memory, by atomic operations on its own type. The loop
// replaces them: BITS is an integer of at least that size with an atomic compare-and-exchange.
uint _CLC_OVERLOAD compare_exchange(volatile local uint *at, uint expected, uint desired) {
  return atomic_cmpxchg(at, expected, desired);
}
ulong _CLC_OVERLOAD compare_exchange(volatile local ulong *at, ulong expected, ulong desired) {
  return atom_cmpxchg(at, expected, desired);
}

#define FETCH(NAME, T, BITS, FROM_BITS, TO_BITS, COMBINED)                         \
  T _CLC_OVERLOAD fetch_##NAME(local void *memory, T x) {                   \
    volatile local BITS *at = (volatile local BITS *)memory;                       \
    for (;;) {                                                                     \
      const BITS seen = *at;                                                       \
      const T before = FROM_BITS(seen);                                            \
      if (compare_exchange(at, seen, TO_BITS(COMBINED)) == seen) return before;    \
    }                                                                              \
  }

#define FETCHES(T, BITS, FROM_BITS, TO_BITS, MIN, MAX)                             \
  FETCH(add, T, BITS, FROM_BITS, TO_BITS, before + x)                              \
  FETCH(min, T, BITS, FROM_BITS, TO_BITS, MIN(before, x))                          \
  FETCH(max, T, BITS, FROM_BITS, TO_BITS, MAX(before, x))

FETCHES(int, uint, as_int, as_uint, min, max)
FETCHES(uint, uint, as_uint, as_uint, min, max)
FETCHES(long, ulong, as_long, as_ulong, min, max)
FETCHES(ulong, ulong, as_ulong, as_ulong, min, max)
FETCHES(float, uint, as_float, as_uint, fmin, fmax)
#ifdef cl_khr_fp64
FETCHES(double, ulong, as_double, as_ulong, fmin, fmax)
#endif
#ifdef cl_khr_fp16
#ifdef __ENDIAN_LITTLE__
#define HALF_OF(bits) as_half((ushort)(bits))
#define BITS_OF(x) ((seen & 0xffff0000u) | as_ushort((half)(x)))
#else
#define HALF_OF(bits) as_half((ushort)((bits) >> 16))
#define BITS_OF(x) ((seen & 0xffffu) | (uint)as_ushort((half)(x)) << 16)
#endif
FETCHES(half, uint, HALF_OF, BITS_OF, fmin, fmax)
#endif

#define __scoped_atomic_fetch_add(pointer, value, order, scope) fetch_add(memory, value)
#define __scoped_atomic_fetch_min(pointer, value, order, scope) fetch_min(memory, value)
#define __scoped_atomic_fetch_max(pointer, value, order, scope) fetch_max(memory, value)

// --- libclc ----------------------------------------------------------------------------------------------------------
#include <clc_work_group_any_all.cl>
#include <clc_work_group_broadcast.cl>
#include <clc_work_group_reduce.cl>
#include <clc_work_group_scan.cl>

// --- The builtins ----------------------------------------------------------------------------------------------------
#undef __local
#undef __clc_work_group_all
#undef __clc_work_group_any
#undef __clc_work_group_broadcast
#undef __clc_work_group_reduce_add
#undef __clc_work_group_reduce_min
#undef __clc_work_group_reduce_max
#undef __clc_work_group_scan_inclusive_add
#undef __clc_work_group_scan_inclusive_min
#undef __clc_work_group_scan_inclusive_max
#undef __clc_work_group_scan_exclusive_add
#undef __clc_work_group_scan_exclusive_min
#undef __clc_work_group_scan_exclusive_max

int _CLC_OVERLOAD work_group_all(int x, local void *memory) { return __clc_work_group_all(memory, x); }
int _CLC_OVERLOAD work_group_any(int x, local void *memory) { return __clc_work_group_any(memory, x); }

#define FORWARD(T, NAME) \
  T _CLC_OVERLOAD work_group_##NAME(T x, local void *memory) { return __clc_work_group_##NAME(memory, x); }

#define TYPE(T)                                                                                      \
  FORWARD(T, reduce_add) FORWARD(T, reduce_min) FORWARD(T, reduce_max)                               \
  FORWARD(T, scan_inclusive_add) FORWARD(T, scan_inclusive_min) FORWARD(T, scan_inclusive_max)       \
  FORWARD(T, scan_exclusive_add) FORWARD(T, scan_exclusive_min) FORWARD(T, scan_exclusive_max)       \
  T _CLC_OVERLOAD work_group_broadcast(T x, size_t a, local void *memory) {                          \
    return __clc_work_group_broadcast(memory, x, a);                                                 \
  }                                                                                                  \
  T _CLC_OVERLOAD work_group_broadcast(T x, size_t a, size_t b, local void *memory) {                \
    return __clc_work_group_broadcast(memory, x, a, b);                                              \
  }                                                                                                  \
  T _CLC_OVERLOAD work_group_broadcast(T x, size_t a, size_t b, size_t c, local void *memory) {      \
    return __clc_work_group_broadcast(memory, x, a, b, c);                                           \
  }

TYPE(int)
TYPE(uint)
TYPE(long)
TYPE(ulong)
TYPE(float)
#ifdef cl_khr_fp64
TYPE(double)
#endif
#ifdef cl_khr_fp16
TYPE(half)
#endif

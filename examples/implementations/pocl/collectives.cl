// PoCL's collectives (lib/kernel/work_group.cl), included unchanged from a checkout of PoCL 7.1 or later:
//
//   wgcts run --implementation collectives.cl --implementation-include CHECKOUT/lib/kernel
//
// PoCL's compiler gives each call memory of its own in place of the function __pocl_work_group_alloca, so PoCL's functions do
// not end with a barrier. In this file that function returns the local memory of wgcts, which all calls share. It waits first,
// as the previous call may still read. The device needs the generic address space.
//
// An exclusive scan stores one value more than there are work-items.
// wgcts: local memory 16 per work-item

#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif

#ifndef _CL_OVERLOADABLE
#define _CL_OVERLOADABLE __attribute__((overloadable))
#endif

static void *memory_of_call(local void *memory, size_t bytes, size_t alignment, size_t more_bytes) {
  barrier(CLK_LOCAL_MEM_FENCE);
  return memory;
}

// PoCL's header declares the function. A call begins with the word sizeof, the declaration with size_t.
#define __pocl_work_group_alloca(...) ALLOCA_##__VA_ARGS__)
#define ALLOCA_sizeof memory_of_call(memory, sizeof
#define ALLOCA_size_t pocl_declaration(size_t

// PoCL's file defines the builtins and does not call them. wgcts calls a builtin by its name with the prefix wgcts_.
#define DEFINED(NAME, ...) wgcts_##NAME(__VA_ARGS__, local void *memory)
#undef work_group_all
#undef work_group_any
#undef work_group_broadcast
#undef work_group_reduce_add
#undef work_group_reduce_min
#undef work_group_reduce_max
#undef work_group_scan_inclusive_add
#undef work_group_scan_inclusive_min
#undef work_group_scan_inclusive_max
#undef work_group_scan_exclusive_add
#undef work_group_scan_exclusive_min
#undef work_group_scan_exclusive_max
#define work_group_all(...) DEFINED(all, __VA_ARGS__)
#define work_group_any(...) DEFINED(any, __VA_ARGS__)
#define work_group_broadcast(...) DEFINED(broadcast, __VA_ARGS__)
#define work_group_reduce_add(...) DEFINED(reduce_add, __VA_ARGS__)
#define work_group_reduce_min(...) DEFINED(reduce_min, __VA_ARGS__)
#define work_group_reduce_max(...) DEFINED(reduce_max, __VA_ARGS__)
#define work_group_scan_inclusive_add(...) DEFINED(scan_inclusive_add, __VA_ARGS__)
#define work_group_scan_inclusive_min(...) DEFINED(scan_inclusive_min, __VA_ARGS__)
#define work_group_scan_inclusive_max(...) DEFINED(scan_inclusive_max, __VA_ARGS__)
#define work_group_scan_exclusive_add(...) DEFINED(scan_exclusive_add, __VA_ARGS__)
#define work_group_scan_exclusive_min(...) DEFINED(scan_exclusive_min, __VA_ARGS__)
#define work_group_scan_exclusive_max(...) DEFINED(scan_exclusive_max, __VA_ARGS__)

// The broadcasts call this function, so the memory precedes the first word, which is a type in the definition.
#define work_group_shuffle(...) pocl_shuffle(SHUFFLE_##__VA_ARGS__)
#define SHUFFLE_int local void *memory, int
#define SHUFFLE_uint local void *memory, uint
#define SHUFFLE_long local void *memory, long
#define SHUFFLE_ulong local void *memory, ulong
#define SHUFFLE_float local void *memory, float
#define SHUFFLE_double local void *memory, double
#define SHUFFLE_half local void *memory, half
#define SHUFFLE_val memory, val

// PoCL's file ends the macros min and max, which stand for these functions on PoCL.
#pragma push_macro("min")
#pragma push_macro("max")
#include <work_group.cl>
#pragma pop_macro("max")
#pragma pop_macro("min")

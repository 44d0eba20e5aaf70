// The shared memory of a work-group, put_T(base, region, i, value) and get_T(base, region, i), and its barriers.
//
// RACE is the number of a barrier in SYNC, which is then left out; RACE - 100 is one that becomes a memory fence. Other
// numbers are explained where they are used. 0 is correct. races.ini lists all numbers.
//
// ACCESS selects the memory. 0 is a global array with a slot for each work-group, for devices that run few work-groups at
// a time (CPUs). 1 and 2 are local memory through NVIDIA's PTX, since its compiler rejects local variables outside of
// kernels: by a pointer, or by instructions only.

#ifndef RACE
#define RACE 0
#endif
#ifndef ACCESS
#if defined(__NV_CL_C_VERSION) || defined(cl_nv_pragma_unroll) || defined(cl_nv_compiler_options)
#define ACCESS 1
#else
#define ACCESS 0
#endif
#endif

#ifndef ASM
#define ASM asm volatile
#endif

#if ACCESS == 0
#define WARP 1
#define FENCE (CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
// The size for a complete work-group, also for a smaller one at the end; doubled for sweeps over a power of two.
#define REGION (16 * get_enqueued_local_size(0) * get_enqueued_local_size(1) * get_enqueued_local_size(2))
#else
#define WARP 32
#define FENCE CLK_LOCAL_MEM_FENCE
#define REGION 8192
#endif

// Two regions with a value for each work-item, followed by some words.
#define WORDS (2 * REGION)
#define BYTES (WORDS + 64)

#define SYNC(n)                                     \
  do {                                              \
    if (RACE == (n)) {                              \
    } else if (RACE == 100 + (n)) mem_fence(FENCE); \
    else barrier(FENCE);                            \
  } while (0)

static size_t lanes_of_group(void) { return get_local_size(0) * get_local_size(1) * get_local_size(2); }

static size_t lane_of(size_t x, size_t y, size_t z) {
  return (z * get_local_size(1) + y) * get_local_size(0) + x;
}

static size_t this_lane(void) {
  if (RACE == 81) return get_local_id(0);
  return lane_of(get_local_id(0), get_local_id(1), get_local_id(2));
}

#if ACCESS == 0

#define ALL_BYTES ((size_t)1 << 26)
__global ulong all_scratch[ALL_BYTES / 8];
typedef __global uchar *base_t;
#define SPACE __global

// The work-groups of a launch have separate slots, except in launches of millions of work-items.
static base_t scratch(void) {
  const size_t group =
      (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
  return (base_t)all_scratch + group % (ALL_BYTES / BYTES) * BYTES;
}

#elif ACCESS == 1

typedef __local uchar *base_t;
#define SPACE __local

// Never inlined, since each copy would have its own memory. 16448 is BYTES.
__attribute__((noinline)) static base_t scratch(void) {
  ulong address;
  ASM("{\n\t.shared .align 8 .b8 wgcts_scratch[16448];\n\tmov.u64 %0, wgcts_scratch;\n\t}" : "=l"(address));
  return (base_t)address;
}

#else

typedef ulong base_t;

__attribute__((noinline)) static base_t scratch(void) {
  ulong address;
  ASM("{\n\t.shared .align 8 .b8 wgcts_scratch[16448];\n\tmov.u64 %0, wgcts_scratch;\n\t}" : "=l"(address));
  return address;
}

static uint load_4(ulong at) {
  uint value;
  ASM("ld.shared.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
  return value;
}
static void store_4(ulong at, uint value) {
  ASM("st.shared.u32 [%0], %1;" : : "l"(at), "r"(value) : "memory");
}
static ulong load_8(ulong at) {
  ulong value;
  ASM("ld.shared.u64 %0, [%1];" : "=l"(value) : "l"(at) : "memory");
  return value;
}
static void store_8(ulong at, ulong value) {
  ASM("st.shared.u64 [%0], %1;" : : "l"(at), "l"(value) : "memory");
}

#endif

// If the memory is too small for the work-group, two values share a slot.
static size_t place(size_t i) { return RACE == 80 ? i % 128 : i; }

#if ACCESS == 2
#define MEMORY(T, SIZE, BITS)                                                            \
  static T get_##T(base_t base, uint region, size_t i) {                                 \
    return as_##T(load_##SIZE(base + region * REGION + place(i) * SIZE));                \
  }                                                                                      \
  static void put_##T(base_t base, uint region, size_t i, T value) {                     \
    store_##SIZE(base + region * REGION + place(i) * SIZE, as_##BITS(value));            \
  }
#else
#define MEMORY(T, SIZE, BITS)                                                            \
  static T get_##T(base_t base, uint region, size_t i) {                                 \
    return ((SPACE T *)(base + region * REGION))[place(i)];                              \
  }                                                                                      \
  static void put_##T(base_t base, uint region, size_t i, T value) {                     \
    ((SPACE T *)(base + region * REGION))[place(i)] = value;                             \
  }
#endif

MEMORY(int, 4, uint)
MEMORY(uint, 4, uint)
MEMORY(long, 8, ulong)
MEMORY(ulong, 8, ulong)
MEMORY(float, 4, uint)
#ifdef cl_khr_fp64
MEMORY(double, 8, ulong)
#endif
#if defined(cl_khr_fp16) && ACCESS != 2
MEMORY(half, 2, ushort)
#endif

// Adds one to a word after the regions, and returns its old value.
static int next_ticket(base_t base) {
#if ACCESS == 2
  int value;
  ASM("atom.shared.add.s32 %0, [%1], 1;" : "=r"(value) : "l"(base + WORDS) : "memory");
  return value;
#else
  return atomic_inc((volatile SPACE int *)(base + WORDS));
#endif
}

static void merge_flag(base_t base, int flag) {
#if ACCESS == 2
  int value;
  ASM("atom.shared.or.b32 %0, [%1], %2;" : "=r"(value) : "l"(base + WORDS), "r"(flag) : "memory");
#else
  atomic_or((volatile SPACE int *)(base + WORDS), flag);
#endif
}

// Where the values of a work-group meet: put_T(base, region, i, value) and get_T(base, region, i), and how its work-items
// wait for each other.
//
// RACE names one barrier, by its number in SYNC: it is left out, or at 100 more made a memory fence. Other numbers
// stand where they act. 0 is right. races.ini lists them all.
//
// ACCESS says where: 0 global memory of the program's, a slot for each work-group, for devices whose work-groups are few
// at a time (CPUs); 1 and 2 local memory by NVIDIA's PTX, whose compiler takes no local variables outside kernels, through
// a pointer or by instructions alone.

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
// Of a whole work-group, also in a smaller one at the end; twice, for sweeps over a power of two.
#define REGION (16 * get_enqueued_local_size(0) * get_enqueued_local_size(1) * get_enqueued_local_size(2))
#else
#define WARP 32
#define FENCE CLK_LOCAL_MEM_FENCE
#define REGION 8192
#endif

// Two regions of a value for each work-item, and some words behind them.
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

// No two work-groups of a launch share it, but in launches of millions of work-items: threads may be at work-groups
// far from each other.
static base_t scratch(void) {
  const size_t group =
      (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
  return (base_t)all_scratch + group % (ALL_BYTES / BYTES) * BYTES;
}

#elif ACCESS == 1

typedef __local uchar *base_t;
#define SPACE __local

// Never inlined: each copy would have memory of its own. 16448 is BYTES.
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

// What is too small for its work-group holds two values in one place.
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

// Adds one to a word behind the regions, and gives what it was.
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

// Work-group collectives of seven makes, each right, and with RACE each wrong in one place.
//
// METHOD says how: 1 a tree and Hillis-Steele steps, 2 Blelloch's sweeps, 3 shuffles within warps, 4 an atomic
// ticket, 5 the first work-item alone, 6 every work-item for itself, 7 Hillis-Steele steps with two buffers.
// RACE names one barrier, by its number in SYNC: it is left out, or at 100 more made a memory fence. Other
// numbers stand where they act. 0 is right. races.ini lists them all.
//
// ACCESS says where values meet: 0 global memory of the program's, a slot for each work-group, for devices whose
// work-groups are few at a time (CPUs); 1 and 2 local memory by NVIDIA's PTX, whose compiler takes no local
// variables outside kernels, through a pointer or by instructions alone.

#ifndef METHOD
#define METHOD 1
#endif
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

// ---- Where values meet: put_T(base, region, i, value) and get_T(base, region, i).

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

// ---- Within warps.

#if WARP == 32
static uint warp_mask(size_t i, size_t n) {
  const size_t left = n - i / 32 * 32;
  return left >= 32 ? 0xffffffffu : (1u << left) - 1u;
}
static uint shuffle_up_4(uint x, uint by, uint mask) {
  uint y;
  ASM("shfl.sync.up.b32 %0, %1, %2, 0, %3;" : "=r"(y) : "r"(x), "r"(by), "r"(mask));
  return y;
}
static ulong shuffle_up_8(ulong x, uint by, uint mask) {
  const uint low = shuffle_up_4((uint)x, by, mask), high = shuffle_up_4((uint)(x >> 32), by, mask);
  return (ulong)high << 32 | low;
}
static void sync_warp(uint mask) { ASM("bar.warp.sync %0;" : : "r"(mask) : "memory"); }
#define SHUFFLE(T, SIZE, BITS) \
  static T up_##T(T x, uint by, uint mask) { return as_##T(shuffle_up_##SIZE(as_##BITS(x), by, mask)); }
#else
static uint warp_mask(size_t i, size_t n) { return 1; }
static void sync_warp(uint mask) {}
#define SHUFFLE(T, SIZE, BITS) \
  static T up_##T(T x, uint by, uint mask) { return x; }
#endif
SHUFFLE(int, 4, uint)
SHUFFLE(uint, 4, uint)
SHUFFLE(long, 8, ulong)
SHUFFLE(ulong, 8, ulong)
SHUFFLE(float, 4, uint)
#ifdef cl_khr_fp64
SHUFFLE(double, 8, ulong)
#endif
#if defined(cl_khr_fp16) && WARP == 1
SHUFFLE(half, 2, ushort)
#endif

// ---- The methods. Each defines scan_T_NAME(x, identity, &before): the sum of the values up to this work-item's
// own, and before it; and reduce_T_NAME.

#define OP_sum(x, y) ((x) + (y))
#define OP_least(x, y) ((y) < (x) ? (y) : (x))
#define OP_most(x, y) ((x) < (y) ? (y) : (x))

#if METHOD == 1

// A step of the tree below 32 work-items, as who trusts in warps writes it.
#define LAST_STEP(T, NAME, HALF) \
  if (i < HALF && i + HALF < width) put_##T(s, 0, i, OP_##NAME(get_##T(s, 0, i), get_##T(s, 0, i + HALF)));

#define OPERATION(T, NAME)                                                                          \
  static T reduce_##T##_##NAME(T x, T identity) {                                                   \
    const size_t n = lanes_of_group(), i = this_lane();                                             \
    const base_t s = scratch();                                                                     \
    if (RACE == 84 || RACE == 86) barrier(FENCE);                                                   \
    put_##T(s, 0, i, x);                                                                            \
    if (RACE != 84) SYNC(1);                                                                        \
    for (size_t width = n; width > 1;) {                                                            \
      if (RACE == 13 && width <= 32) {                                                              \
        LAST_STEP(T, NAME, 16) LAST_STEP(T, NAME, 8) LAST_STEP(T, NAME, 4) LAST_STEP(T, NAME, 2)    \
        LAST_STEP(T, NAME, 1) break;                                                                \
      }                                                                                             \
      const size_t rest = (width + 1) / 2;                                                          \
      if (RACE == 85) {                                                                             \
        T sum = x;                                                                                  \
        if (i + rest < width) sum = OP_##NAME(get_##T(s, 0, i), get_##T(s, 0, i + rest));           \
        barrier(FENCE);                                                                             \
        if (i + rest < width) put_##T(s, 0, i, sum);                                                \
        width = rest;                                                                               \
        continue;                                                                                   \
      }                                                                                             \
      if (i + rest < width) put_##T(s, 0, i, OP_##NAME(get_##T(s, 0, i), get_##T(s, 0, i + rest))); \
      width = rest;                                                                                 \
      if (RACE == 83 && width <= 16) {                                                              \
        sync_warp(warp_mask(i, n));                                                                 \
      } else if (RACE == 14 && width <= 64) {                                                       \
      } else {                                                                                      \
        SYNC(2);                                                                                    \
      }                                                                                             \
    }                                                                                               \
    if (RACE == 13 || RACE == 14 || RACE == 85) barrier(FENCE);                                     \
    const T sum = get_##T(s, 0, 0);                                                                 \
    if (RACE != 86) SYNC(3);                                                                        \
    return sum;                                                                                     \
  }                                                                                                 \
  static T scan_##T##_##NAME(T x, T identity, T *before) {                                          \
    const size_t n = lanes_of_group(), i = this_lane();                                             \
    const base_t s = scratch();                                                                     \
    put_##T(s, 0, i, x);                                                                            \
    SYNC(4);                                                                                        \
    for (size_t d = 1; d < n; d *= 2) {                                                             \
      const T sum = i >= d ? OP_##NAME(get_##T(s, 0, i - d), x) : x;                                \
      SYNC(5);                                                                                      \
      x = sum;                                                                                      \
      put_##T(s, 0, i, x);                                                                          \
      SYNC(6);                                                                                      \
    }                                                                                               \
    *before = i == 0 ? identity : get_##T(s, 0, i - 1);                                             \
    SYNC(7);                                                                                        \
    return x;                                                                                       \
  }

#elif METHOD == 2

// The sweeps go over a power of two, which is less than twice the work-items: the rest holds identities.
#define OPERATION(T, NAME)                                                                  \
  static size_t sweep_up_##T##_##NAME(base_t s, T x, T identity) {                          \
    const size_t n = lanes_of_group(), i = this_lane();                                     \
    size_t size = 1;                                                                        \
    while (size < n) size *= 2;                                                             \
    put_##T(s, 0, i, x);                                                                    \
    if (i + n < size) put_##T(s, 0, i + n, identity);                                       \
    SYNC(20);                                                                               \
    for (size_t d = 1; d < size; d *= 2) {                                                  \
      if (i < size / (2 * d)) {                                                             \
        const size_t left = 2 * d * i + d - 1, right = left + d;                            \
        put_##T(s, 0, right, OP_##NAME(get_##T(s, 0, left), get_##T(s, 0, right)));         \
      }                                                                                     \
      SYNC(21);                                                                             \
    }                                                                                       \
    return size;                                                                            \
  }                                                                                         \
  static T reduce_##T##_##NAME(T x, T identity) {                                           \
    const base_t s = scratch();                                                             \
    const size_t size = sweep_up_##T##_##NAME(s, x, identity);                              \
    const T sum = get_##T(s, 0, size - 1);                                                  \
    SYNC(25);                                                                               \
    return sum;                                                                             \
  }                                                                                         \
  static T scan_##T##_##NAME(T x, T identity, T *before) {                                  \
    const size_t n = lanes_of_group(), i = this_lane();                                     \
    const base_t s = scratch();                                                             \
    const size_t size = sweep_up_##T##_##NAME(s, x, identity);                              \
    if (i == n - 1) put_##T(s, 0, size - 1, identity);                                      \
    SYNC(22);                                                                               \
    for (size_t d = size / 2; d > 0; d /= 2) {                                              \
      if (i < size / (2 * d)) {                                                             \
        const size_t left = 2 * d * i + d - 1, right = left + d;                            \
        const T sum = get_##T(s, 0, left);                                                  \
        put_##T(s, 0, left, get_##T(s, 0, right));                                          \
        put_##T(s, 0, right, OP_##NAME(sum, get_##T(s, 0, right)));                         \
      }                                                                                     \
      SYNC(23);                                                                             \
    }                                                                                       \
    *before = get_##T(s, 0, i);                                                             \
    SYNC(24);                                                                               \
    return OP_##NAME(*before, x);                                                           \
  }

#elif METHOD == 3

// The first work-item adds the warps' sums up; each warp reads what its left neighbour comes to.
#define OPERATION(T, NAME)                                                          \
  static T in_warps_##T##_##NAME(base_t s, T x, T identity, T *before) {            \
    const size_t n = lanes_of_group(), i = this_lane();                             \
    const uint mask = warp_mask(i, n);                                              \
    for (uint d = 1; d < WARP; d *= 2) {                                            \
      const T other = up_##T(x, d, mask);                                           \
      if (i % WARP >= d) x = OP_##NAME(other, x);                                   \
    }                                                                               \
    *before = up_##T(x, 1, mask);                                                   \
    if (i % WARP == WARP - 1 || i == n - 1) put_##T(s, 0, i / WARP, x);             \
    SYNC(30);                                                                       \
    if (i == 0) {                                                                   \
      T sum = identity;                                                             \
      for (size_t w = 0; w < (n + WARP - 1) / WARP; ++w) {                          \
        const T of_warp = get_##T(s, 0, w);                                         \
        sum = w == 0 ? of_warp : OP_##NAME(sum, of_warp);                           \
        put_##T(s, 0, w, sum);                                                      \
      }                                                                             \
      put_##T(s, 1, 0, sum);                                                        \
    }                                                                               \
    SYNC(31);                                                                       \
    return x;                                                                       \
  }                                                                                 \
  static T reduce_##T##_##NAME(T x, T identity) {                                   \
    const base_t s = scratch();                                                     \
    T before;                                                                       \
    in_warps_##T##_##NAME(s, x, identity, &before);                                 \
    const T sum = get_##T(s, 1, 0);                                                 \
    SYNC(32);                                                                       \
    return sum;                                                                     \
  }                                                                                 \
  static T scan_##T##_##NAME(T x, T identity, T *before) {                          \
    const size_t i = this_lane();                                                   \
    const base_t s = scratch();                                                     \
    const T in_warp = in_warps_##T##_##NAME(s, x, identity, before);                \
    const T of_earlier = i < WARP ? identity : get_##T(s, 0, i / WARP - 1);         \
    SYNC(33);                                                                       \
    *before = i % WARP == 0 ? of_earlier : i < WARP ? *before : OP_##NAME(of_earlier, *before); \
    return i < WARP ? in_warp : OP_##NAME(of_earlier, in_warp);                     \
  }

#elif METHOD == 4

// Whoever arrives last does the work for all.
#define OPERATION(T, NAME)                                                          \
  static T scan_##T##_##NAME(T x, T identity, T *before) {                          \
    const size_t n = lanes_of_group(), i = this_lane();                             \
    const base_t s = scratch();                                                     \
    if (RACE == 43) {                                                               \
    } else if (i == 0) put_int(s + WORDS, 0, 0, 0);                                 \
    SYNC(40);                                                                       \
    put_##T(s, 0, i, x);                                                            \
    mem_fence(FENCE);                                                               \
    if (next_ticket(s) == (int)n - 1) {                                             \
      mem_fence(FENCE);                                                             \
      T sum = identity;                                                             \
      for (size_t k = 0; k < n; ++k) {                                              \
        const T value = get_##T(s, 0, k);                                           \
        put_##T(s, 1, k, sum);                                                      \
        sum = k == 0 ? value : OP_##NAME(sum, value);                               \
        put_##T(s, 0, k, sum);                                                      \
      }                                                                             \
    }                                                                               \
    SYNC(41);                                                                       \
    *before = get_##T(s, 1, i);                                                     \
    const T sum = get_##T(s, 0, i);                                                 \
    SYNC(42);                                                                       \
    return sum;                                                                     \
  }                                                                                 \
  static T reduce_##T##_##NAME(T x, T identity) {                                   \
    const size_t n = lanes_of_group(), i = this_lane();                             \
    const base_t s = scratch();                                                     \
    if (RACE == 43) {                                                               \
    } else if (i == 0) put_int(s + WORDS, 0, 0, 0);                                 \
    SYNC(40);                                                                       \
    put_##T(s, 0, i, x);                                                            \
    mem_fence(FENCE);                                                               \
    if (next_ticket(s) == (int)n - 1) {                                             \
      mem_fence(FENCE);                                                             \
      T sum = get_##T(s, 0, 0);                                                     \
      for (size_t k = 1; k < n; ++k) sum = OP_##NAME(sum, get_##T(s, 0, k));        \
      put_##T(s, 1, 0, sum);                                                        \
    }                                                                               \
    SYNC(41);                                                                       \
    const T sum = get_##T(s, 1, 0);                                                 \
    SYNC(42);                                                                       \
    return sum;                                                                     \
  }

#elif METHOD == 5

#define OPERATION(T, NAME)                                                          \
  static T scan_##T##_##NAME(T x, T identity, T *before) {                          \
    const size_t n = lanes_of_group(), i = this_lane();                             \
    const base_t s = scratch();                                                     \
    put_##T(s, 0, i, x);                                                            \
    SYNC(50);                                                                       \
    if (i == 0) {                                                                   \
      T sum = identity;                                                             \
      for (size_t k = 0; k < n; ++k) {                                              \
        const T value = get_##T(s, 0, k);                                           \
        put_##T(s, 0, k, sum);                                                      \
        sum = k == 0 ? value : OP_##NAME(sum, value);                               \
      }                                                                             \
    }                                                                               \
    SYNC(51);                                                                       \
    *before = get_##T(s, 0, i);                                                     \
    SYNC(52);                                                                       \
    return i == 0 ? x : OP_##NAME(*before, x);                                      \
  }                                                                                 \
  static T reduce_##T##_##NAME(T x, T identity) {                                   \
    const size_t n = lanes_of_group(), i = this_lane();                             \
    const base_t s = scratch();                                                     \
    put_##T(s, 0, i, x);                                                            \
    SYNC(50);                                                                       \
    if (i == 0) {                                                                   \
      for (size_t k = 1; k < n; ++k) x = OP_##NAME(x, get_##T(s, 0, k));            \
      put_##T(s, 1, 0, x);                                                          \
    }                                                                               \
    SYNC(53);                                                                       \
    x = get_##T(s, 1, 0);                                                           \
    SYNC(54);                                                                       \
    return x;                                                                       \
  }

#elif METHOD == 6

#define OPERATION(T, NAME)                                                          \
  static T scan_##T##_##NAME(T x, T identity, T *before) {                          \
    const size_t i = this_lane();                                                   \
    const base_t s = scratch();                                                     \
    put_##T(s, 0, i, x);                                                            \
    SYNC(60);                                                                       \
    T sum = identity;                                                               \
    for (size_t k = 0; k < i; ++k) sum = k == 0 ? get_##T(s, 0, 0) : OP_##NAME(sum, get_##T(s, 0, k)); \
    SYNC(61);                                                                       \
    *before = sum;                                                                  \
    return i == 0 ? x : OP_##NAME(sum, x);                                          \
  }                                                                                 \
  static T reduce_##T##_##NAME(T x, T identity) {                                   \
    const size_t n = lanes_of_group();                                              \
    const base_t s = scratch();                                                     \
    put_##T(s, 0, this_lane(), x);                                                  \
    SYNC(62);                                                                       \
    T sum = get_##T(s, 0, 0);                                                       \
    for (size_t k = 1; k < n; ++k) sum = OP_##NAME(sum, get_##T(s, 0, k));          \
    SYNC(63);                                                                       \
    return sum;                                                                     \
  }

#elif METHOD == 7

#define OPERATION(T, NAME)                                                          \
  static T scan_##T##_##NAME(T x, T identity, T *before) {                          \
    const size_t n = lanes_of_group(), i = this_lane();                             \
    const base_t s = scratch();                                                     \
    uint from = 0;                                                                  \
    put_##T(s, from, i, x);                                                         \
    SYNC(70);                                                                       \
    for (size_t d = 1; d < n; d *= 2) {                                             \
      const uint to = RACE == 73 ? from : 1 - from;                                 \
      if (i >= d) x = OP_##NAME(get_##T(s, from, i - d), x);                        \
      put_##T(s, to, i, x);                                                         \
      from = to;                                                                    \
      if (RACE == 74 && d % 2 == 0) continue;                                       \
      SYNC(71);                                                                     \
    }                                                                               \
    *before = i == 0 ? identity : get_##T(s, from, i - 1);                          \
    SYNC(72);                                                                       \
    return x;                                                                       \
  }                                                                                 \
  static T reduce_##T##_##NAME(T x, T identity) {                                   \
    const size_t n = lanes_of_group(), i = this_lane();                             \
    const base_t s = scratch();                                                     \
    uint from = 0;                                                                  \
    put_##T(s, from, i, x);                                                         \
    SYNC(75);                                                                       \
    for (size_t width = n; width > 1; width = (width + 1) / 2) {                    \
      const size_t rest = (width + 1) / 2;                                          \
      if (i + rest < width) x = OP_##NAME(x, get_##T(s, from, i + rest));           \
      from = RACE == 77 ? from : 1 - from;                                          \
      if (i < rest) put_##T(s, from, i, x);                                         \
      SYNC(76);                                                                     \
    }                                                                               \
    x = get_##T(s, from, 0);                                                        \
    SYNC(78);                                                                       \
    return x;                                                                       \
  }

#endif

// ---- The builtins.

#define BUILTIN static __attribute__((overloadable))

// The names in full: min and max are macros of some devices.
#define BUILTINS_OF_OPERATION(T, NAME, IDENTITY, REDUCE, INCLUSIVE, EXCLUSIVE) \
  OPERATION(T, NAME)                                                           \
  BUILTIN T REDUCE(T x) { return reduce_##T##_##NAME(x, IDENTITY); }           \
  BUILTIN T INCLUSIVE(T x) {                                                   \
    T before;                                                                  \
    return scan_##T##_##NAME(x, IDENTITY, &before);                            \
  }                                                                            \
  BUILTIN T EXCLUSIVE(T x) {                                                   \
    T before;                                                                  \
    scan_##T##_##NAME(x, IDENTITY, &before);                                   \
    return before;                                                             \
  }

// One slot, in a region of its own but for RACE 86.
#define BROADCAST(T)                                                                                    \
  static T broadcast_##T(T x, size_t source) {                                                          \
    const base_t s = scratch();                                                                         \
    const uint region = RACE == 86 ? 0 : 1;                                                             \
    if (this_lane() == source) put_##T(s, region, 0, x);                                                \
    SYNC(8);                                                                                            \
    x = get_##T(s, region, 0);                                                                          \
    SYNC(9);                                                                                            \
    return x;                                                                                           \
  }                                                                                                     \
  BUILTIN T work_group_broadcast(T v, size_t x) { return broadcast_##T(v, lane_of(x, 0, 0)); }          \
  BUILTIN T work_group_broadcast(T v, size_t x, size_t y) { return broadcast_##T(v, lane_of(x, y, 0)); } \
  BUILTIN T work_group_broadcast(T v, size_t x, size_t y, size_t z) {                                   \
    return broadcast_##T(v, lane_of(x, y, z));                                                          \
  }

#define BUILTINS(T, LEAST, MOST)                                                           \
  BUILTINS_OF_OPERATION(T, sum, (T)0, work_group_reduce_add, work_group_scan_inclusive_add, \
                        work_group_scan_exclusive_add)                                     \
  BUILTINS_OF_OPERATION(T, least, MOST, work_group_reduce_min, work_group_scan_inclusive_min, \
                        work_group_scan_exclusive_min)                                     \
  BUILTINS_OF_OPERATION(T, most, LEAST, work_group_reduce_max, work_group_scan_inclusive_max, \
                        work_group_scan_exclusive_max)                                     \
  BROADCAST(T)

BUILTINS(int, INT_MIN, INT_MAX)
BUILTINS(uint, 0u, UINT_MAX)
BUILTINS(long, LONG_MIN, LONG_MAX)
BUILTINS(ulong, 0ul, ULONG_MAX)
BUILTINS(float, -INFINITY, INFINITY)
#ifdef cl_khr_fp64
BUILTINS(double, -(double)INFINITY, (double)INFINITY)
#endif
#if defined(cl_khr_fp16) && ACCESS == 0
BUILTINS(half, -(half)INFINITY, (half)INFINITY)
#endif

// A flag: cleared, set by whoever can, read.
static int any_of(int x) {
  const base_t s = scratch();
  if (this_lane() == 0) put_int(s + WORDS, 0, 0, 0);
  SYNC(10);
#if METHOD == 4
  merge_flag(s, x != 0);
#else
  if (x != 0) put_int(s + WORDS, 0, 0, 1);
#endif
  SYNC(11);
  x = get_int(s + WORDS, 0, 0);
  SYNC(12);
  return x;
}

BUILTIN int work_group_any(int x) { return any_of(x); }
BUILTIN int work_group_all(int x) { return !any_of(x == 0); }

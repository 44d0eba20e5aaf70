// The local memory of a work-group, put_T(base, region, i, value) and get_T(base, region, i), and its barriers.
//
// RACE is the number of a barrier in SYNC, which is then left out; RACE - 100 is one that becomes a memory fence. Other
// numbers are explained where they are used. 0 is correct. races.ini lists all numbers.
//
// The next line requests the memory, for the device's largest work-group.
// wgcts: local memory 17 per work-item

#ifndef RACE
#define RACE 0
#endif

#define FENCE CLK_LOCAL_MEM_FENCE

// Two regions with a value of up to 8 bytes for each work-item, followed by some words.
#define REGION (8 * (WGCTS_LOCAL_MEMORY / 17))
#define WORDS (2 * REGION)

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

typedef __local uchar *base_t;

// If the memory is too small for the work-group, two values share a slot.
static size_t place(size_t i) { return RACE == 80 ? i % 128 : i; }

#define MEMORY(T)                                                    \
  static T get_##T(base_t base, uint region, size_t i) {             \
    return ((__local T *)(base + region * REGION))[place(i)];        \
  }                                                                  \
  static void put_##T(base_t base, uint region, size_t i, T value) { \
    ((__local T *)(base + region * REGION))[place(i)] = value;       \
  }

MEMORY(int)
MEMORY(uint)
MEMORY(long)
MEMORY(ulong)
MEMORY(float)
#ifdef cl_khr_fp64
MEMORY(double)
#endif
#ifdef cl_khr_fp16
MEMORY(half)
#endif

// Adds one to a word after the regions, and returns its old value.
static int next_ticket(base_t base) { return atomic_inc((volatile __local int *)(base + WORDS)); }

static void merge_flag(base_t base, int flag) { atomic_or((volatile __local int *)(base + WORDS), flag); }

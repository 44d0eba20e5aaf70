// Operations of a warp, in PTX on NVIDIA's devices. On others, WARP is 1: a warp is a single work-item.

#if defined(__NV_CL_C_VERSION) || defined(cl_nv_pragma_unroll) || defined(cl_nv_compiler_options)
#define WARP 32
#define ASM asm volatile
#else
#define WARP 1
#endif

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
static ushort shuffle_up_2(ushort x, uint by, uint mask) { return (ushort)shuffle_up_4(x, by, mask); }
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
#ifdef cl_khr_fp16
SHUFFLE(half, 2, ushort)
#endif

// Rule: WGC.TY.1, WGC.TY.2, WGC.BC.1: if the device reports cl_khr_fp16, the collectives take half, and a
// broadcast returns the value of the work-item that local_id names.
// Program: One work-group of four, with 1 2 3 4: work_group_reduce_max(half), which shows that collectives of
// half work; then work_group_broadcast(half, 2).
// Expected: 4 (0x4400), then 3 (0x4200), in all work-items.
// Observed: Intel CPU runtime 2024.2.2, 2025.3.3 and 2026.2.0: 4, then the process crashes in clBuildProgram
// of the second program. PoCL 6.0 and 7.1, and Intel before 2024, do not report cl_khr_fp16 and are
// inconclusive.
#include "probe.h"

#define KERNEL(call)                                                 \
  "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"                  \
  "__kernel void k(__global const half *in, __global half *out) {\n" \
  "  out[get_global_id(0)] = " call                                  \
  ";\n"                                                              \
  "}\n"

static int show(const Probe* p, const char* call, const char* source, cl_half truth) {
  enum { lanes = 4 };
  static const cl_half in[lanes] = {0x3c00, 0x4000, 0x4200, 0x4400};
  cl_half out[lanes];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, lanes, lanes);
  int wrong = 0;
  for (int i = 0; i < lanes; ++i) wrong += out[i] != truth;
  printf("%s: 0x%04x, must be 0x%04x: %s\n", call, out[0], truth, wrong ? "WRONG" : "right");
  return wrong ? PROBE_BUG : PROBE_OK;
}

int main(void) {
  const Probe p = probe_open();
  if (!probe_has_extension(&p, "cl_khr_fp16")) probe_inconclusive("no cl_khr_fp16");
  const int max =
      show(&p, "work_group_reduce_max(half)", KERNEL("work_group_reduce_max(in[get_global_id(0)])"), 0x4400);
  probe_expect_death("building work_group_broadcast(half, 2)");
  const int broadcast = show(&p, "work_group_broadcast(half, 2)",
                             KERNEL("work_group_broadcast(in[get_global_id(0)], 2)"), 0x4200);
  return max | broadcast;
}

// Rule: WGC.RD.1: a reduction returns the reduction of all values of the work-group to each work-item. Small
// work-groups are no exception.
// Program: work_group_reduce_add in work-groups of 4 and 3, then of 2 and 1; the input is 1, 2, 3, ... With 1
// as its argument, the program starts with work-groups of 1.
// Expected: 10, 6, 3, 1 in the first work-group.
// Observed: PoCL 6.0 (6.0+debian): 10 and 6, then SIGABRT at the launch with work-groups of 2, with this on
// stderr:
//   dlopen("...k.so") failed with '...: undefined symbol: __pocl_work_group_alloca'.
// Work-groups of 1 abort too. So do all, any, broadcast, scan_inclusive_add and scan_exclusive_max, each
// alone in a kernel.
// Correct: on PoCL 7.1, Intel 2025.3.3 and 2026.2.0.
#include "probe.h"

int main(int argc, char** argv) {
  enum { items = 12 };
  const Probe p = probe_open();
  const cl_kernel kernel =
      probe_build(&p,
                  "__kernel void k(__global const int *in, __global int *out) {\n"
                  "  out[get_global_id(0)] = work_group_reduce_add(in[get_global_id(0)]);\n"
                  "}\n",
                  "");
  cl_int in[items], out[items];
  for (int i = 0; i < items; ++i) in[i] = i + 1;
  int result = PROBE_OK;
  for (int lanes = argc > 1 ? atoi(argv[1]) : 4; lanes > 0; --lanes) {
    char step[64];
    snprintf(step, sizeof step, "launching work-groups of %d", lanes);
    probe_expect_death(step);
    probe_run(&p, kernel, in, sizeof in, out, sizeof out, (size_t)(items / lanes * lanes), (size_t)lanes);
    const int sum = lanes * (lanes + 1) / 2;
    printf("work-groups of %d: sum %d, must be %d: %s\n", lanes, out[0], sum,
           out[0] == sum ? "right" : "WRONG");
    if (out[0] != sum) result = PROBE_BUG;
  }
  return result;
}

// Rule: WGC.RD.1: a reduction returns the reduction of all values of the work-group to each work-item.
// Program: work_group_reduce_add of 1 2 3 ... in one work-group of 3 and one of 8. The program sets
// POCL_WILOOPS_MAX_UNROLL_COUNT=4, so that PoCL unrolls its work-item loops four times; other drivers ignore
// this variable.
// Expected: 6, and 36.
// Observed: PoCL 6.0 (6.0+debian) and 7.1 (7.1+debian): 6 both times. Each copy of an unrolled loop's body
// has its own storage. A work-group of 3 is not unrolled.
#include "probe.h"

int main(void) {
  enum { most = 8 };
  static const cl_int in[most] = {1, 2, 3, 4, 5, 6, 7, 8};
  setenv("POCL_WILOOPS_MAX_UNROLL_COUNT", "4", 1);
  setenv("POCL_KERNEL_CACHE", "0", 1);  // may contain kernels that were not unrolled
  const Probe p = probe_open();
  const cl_kernel kernel =
      probe_build(&p,
                  "__kernel void k(__global const int *in, __global int *out) {\n"
                  "  out[get_global_id(0)] = work_group_reduce_add(in[get_global_id(0)]);\n"
                  "}\n",
                  "");
  int wrong = 0;
  for (int lanes = 3; lanes <= most; lanes += 5) {
    cl_int out[most], truth[most];
    for (int i = 0; i < lanes; ++i) truth[i] = lanes * (lanes + 1) / 2;
    probe_run(&p, kernel, in, sizeof in, out, sizeof out, (size_t)lanes, (size_t)lanes);
    wrong += probe_compare(lanes == 3 ? "sum, work-group of 3" : "sum, work-group of 8", out, truth, lanes);
  }
  return wrong ? PROBE_BUG : PROBE_OK;
}

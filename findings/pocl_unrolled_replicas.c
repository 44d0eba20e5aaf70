// Rule (WGC.RD.1): a reduce gives every work-item the reduction of all values of its work-group.
// Done: work_group_reduce_add of 1 2 3 ... in one work-group of 3 and of 8, with PoCL told to unroll its
// work-item loops four times (POCL_WILOOPS_MAX_UNROLL_COUNT=4, which this program sets itself). Must come: 6,
// and 36. Came: PoCL 6.0 (6.0+debian) and 7.1 (7.1+debian): 6 both times. The copies of an unrolled loop's
// body get storage of their own; a work-group of 3 is not unrolled. Other drivers do not know the variable.
#include "probe.h"

int main(void) {
  enum { most = 8 };
  static const cl_int in[most] = {1, 2, 3, 4, 5, 6, 7, 8};
  setenv("POCL_WILOOPS_MAX_UNROLL_COUNT", "4", 1);
  setenv("POCL_KERNEL_CACHE", "0", 1);  // what was compiled without it is of no use
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

// Rule: WGC.CF.1, WGC.RD.1: work-items may diverge before a collective if all of them then reach the call.
// The reduction includes each work-item's value.
// Program: One work-group of 4, then one of 32. Each work-item adds up the numbers below its local id l in a
// loop of l iterations without a collective. Then all call work_group_reduce_add.
// Expected: 0 + 0 + 1 + 3 = 4; and 4960, the sum of l * (l - 1) / 2 for l from 0 to 31.
// Observed: Intel CPU runtime 2021.1.1 and 2021.4.0: 4, then 9455 in all work-items.
// Correct: on 2022.2.1 and later, and on PoCL 6.0 and 7.1.
#include "probe.h"

int main(void) {
  enum { most = 32 };
  static const cl_int in[most];
  const Probe p = probe_open();
  const cl_kernel kernel = probe_build(&p,
                                       "__kernel void k(__global const int *in, __global int *out) {\n"
                                       "  int l = get_local_id(0), sum = 0;\n"
                                       "  for (int q = 0; q < l; ++q) sum += q;\n"
                                       "  out[get_global_id(0)] = work_group_reduce_add(sum);\n"
                                       "}\n",
                                       "");
  int wrong = 0;
  for (int lanes = 4; lanes <= most; lanes *= 8) {
    cl_int out[most], truth[most];
    for (int i = 0; i < lanes; ++i) truth[i] = lanes == 4 ? 4 : 4960;
    probe_run(&p, kernel, in, sizeof in, out, sizeof out, (size_t)lanes, (size_t)lanes);
    wrong += probe_compare(lanes == 4 ? "work-group of 4" : "work-group of 32", out, truth, lanes);
  }
  return wrong ? PROBE_BUG : PROBE_OK;
}

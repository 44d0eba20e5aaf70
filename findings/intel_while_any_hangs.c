// Rule: WGC.CF.1, WGC.CF.2, WGC.RD.1: a collective is legal as the condition of a loop, and another one in
// its body: all work-items get the same result, and so reach both calls in the same iterations.
// Program: while (work_group_any(y > 0)) adds up work_group_reduce_add(1), where y starts at the local id and
// decreases by one. One work-group of 4, then one of 32.
// Expected: 3 iterations of 4 are 12; 31 iterations of 32 are 992.
// Observed: Intel CPU runtime 2021.1.1, 2021.4.0 and 2022.2.1: 12, and then the kernel does not end within 30
// s. Unlike in intel_loop_on_collective.c, the small work-group is correct.
// Correct: on 2023.2.4 and later, and on PoCL 6.0 and 7.1.
#include "probe.h"

int main(void) {
  enum { most = 32 };
  static const cl_int in[most];
  const Probe p = probe_open();
  const cl_kernel kernel =
      probe_build(&p,
                  "__kernel void k(__global const int *in, __global int *out) {\n"
                  "  int y = get_local_id(0), sum = 0;\n"
                  "  while (work_group_any(y > 0)) { sum += work_group_reduce_add(1); --y; }\n"
                  "  out[get_global_id(0)] = sum;\n"
                  "}\n",
                  "");
  int wrong = 0;
  for (int lanes = 4; lanes <= most; lanes *= 8) {
    cl_int out[most], truth[most];
    for (int i = 0; i < lanes; ++i) truth[i] = lanes * (lanes - 1);
    probe_expect_hang(lanes == 4 ? "running a work-group of 4" : "running a work-group of 32", 30);
    probe_run(&p, kernel, in, sizeof in, out, sizeof out, (size_t)lanes, (size_t)lanes);
    wrong += probe_compare(lanes == 4 ? "work-group of 4" : "work-group of 32", out, truth, lanes);
  }
  return wrong ? PROBE_BUG : PROBE_OK;
}

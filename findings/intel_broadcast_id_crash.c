// Rule: WGC.CF.1, WGC.BC.1: local_id must be the same for all work-items of the work-group. The rule does not
// say how the program computes it.
// Program: One work-group of eight. Each work-item loads the id from its own element; all elements are 5.
// Expected: 5, the local id of work-item 5, in all work-items.
// Observed: Intel CPU runtime 2021.4.0, 2022.2.1 and 2023.2.4: SIGABRT in the compiler, with this on stdout:
//   **Internal compiler error** Calls with kernel-call-once attributes cannot be serialized.
// Correct: with the id from in[0]; on 2021.1.1, on 2024.2.2 and later, and on PoCL 6.0 and 7.1.
#include "probe.h"

int main(void) {
  enum { lanes = 8 };
  static const cl_int in[lanes] = {5, 5, 5, 5, 5, 5, 5, 5};
  cl_int out[lanes];
  const Probe p = probe_open();
  probe_expect_death("building work_group_broadcast(get_local_id(0), in[i])");
  const cl_kernel kernel = probe_build(&p,
                                       "__kernel void k(__global const int *in, __global int *out) {\n"
                                       "  int i = get_global_id(0), l = get_local_id(0);\n"
                                       "  out[i] = work_group_broadcast(l, in[i]);\n"
                                       "}\n",
                                       "");
  probe_run(&p, kernel, in, sizeof in, out, sizeof out, lanes, lanes);
  return probe_compare("an id that each work-item loads", out, in, lanes) ? PROBE_BUG : PROBE_OK;
}

// Rule: WGC.CF.1, WGC.CF.2: a branch may have a collective on each side, also in another branch, if all
// work-items of the work-group take the same side.
// Program: Built and launched with two work-groups of four. Group 0 runs one of two reductions, group 1
// neither.
// Expected: 6, the sum of 0 1 2 3, in group 0; 0 in group 1.
// Observed: PoCL 6.0 (6.0+debian): SIGABRT in the compiler at the launch, with this on stderr:
//   LLVM ERROR: Instruction Combining did not reach a fixpoint after 1 iterations
// Correct: on PoCL 7.1 and every Intel runtime.
#include "probe.h"

int main(void) {
  enum { lanes = 4, items = 8 };
  static const cl_int in[items] = {5}, truth[items] = {6, 6, 6, 6};
  cl_int out[2 * items];
  const Probe p = probe_open();
  const cl_kernel kernel = probe_build(&p,
                                       "__kernel void k(__global const int *in, __global int *out) {\n"
                                       "  int i = get_global_id(0), l = get_local_id(0), c = 0;\n"
                                       "  if (get_group_id(0) == 0) {\n"
                                       "    if (in[0] > 3) c = work_group_reduce_add(l);\n"
                                       "    else c = work_group_reduce_max(l);\n"
                                       "  }\n"
                                       "  out[i] = c;\n"
                                       "  out[i + 8] = work_group_broadcast(l, 1);\n"
                                       "}\n",
                                       "");
  probe_expect_death("launching a branch in a branch");
  probe_run(&p, kernel, in, sizeof in, out, sizeof out, items, lanes);
  return probe_compare("a branch in a branch", out, truth, items) ? PROBE_BUG : PROBE_OK;
}

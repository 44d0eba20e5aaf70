// Rule: WGC.PR.1, WGC.PR.3: work_group_all returns non-zero if the predicate is non-zero for all work-items
// of the work-group, and zero otherwise.
// Program: Three work-groups of four: the first has 1 in all work-items, the second 0 in its last work-item,
// the third 0 in all work-items.
// Expected: non-zero, 0, 0.
// Observed: PoCL 6.0 (6.0+debian): 0, 0, 1. This is !work_group_any(x) instead of !work_group_any(!x).
// Correct: on PoCL 7.1, Intel 2025.3.3 and 2026.2.0.
#include "probe.h"

int main(void) {
  enum { groups = 3, lanes = 4, items = groups * lanes };
  static const cl_int in[items] = {1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0};
  static const char* const what[groups] = {"1 1 1 1", "1 1 1 0", "0 0 0 0"};
  static const int truth[groups] = {1, 0, 0};
  const Probe p = probe_open();
  const cl_kernel kernel = probe_build(&p,
                                       "__kernel void k(__global const int *in, __global int *out) {\n"
                                       "  out[get_global_id(0)] = work_group_all(in[get_global_id(0)]);\n"
                                       "}\n",
                                       "");
  cl_int out[items];
  probe_run(&p, kernel, in, sizeof in, out, sizeof out, items, lanes);
  int result = PROBE_OK;
  for (int g = 0; g < groups; ++g) {
    int wrong = 0;
    for (int i = 0; i < lanes; ++i) wrong += (out[g * lanes + i] != 0) != truth[g];
    printf("work_group_all of %s: %d, must be %s: %s\n", what[g], out[g * lanes], truth[g] ? "non-zero" : "0",
           wrong ? "WRONG" : "right");
    if (wrong) result = PROBE_BUG;
  }
  return result;
}

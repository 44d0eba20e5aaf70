// Rule: WGC.PR.1: work_group_all returns non-zero if the predicate, an int, is non-zero for all work-items.
// Program: work_group_all with the same value in all four work-items of a work-group; one work-group for each
// value.
// Expected: non-zero for every value but 0.
// Observed: Intel CPU runtime, all seven tested versions from 2021.1.1 to 2026.2.0: 0 for every value whose
// lowest bit is clear (2, 4, 256, INT_MIN, -2).
// Correct: on PoCL 7.1. PoCL 6.0 is inconclusive: it returns a wrong result for 1 too (pocl_all_inverted.c).
#include <limits.h>

#include "probe.h"

int main(void) {
  enum { groups = 9, lanes = 4, items = groups * lanes };
  static const cl_int values[groups] = {1, 3, -1, 2, 4, 256, INT_MIN, -2, 0};
  const Probe p = probe_open();
  const cl_kernel kernel = probe_build(&p,
                                       "__kernel void k(__global const int *in, __global int *out) {\n"
                                       "  out[get_global_id(0)] = work_group_all(in[get_global_id(0)]);\n"
                                       "}\n",
                                       "");
  cl_int in[items], out[items];
  for (int i = 0; i < items; ++i) in[i] = values[i / lanes];
  probe_run(&p, kernel, in, sizeof in, out, sizeof out, items, lanes);
  int result = PROBE_OK, odd_wrong = 0;
  for (int g = 0; g < groups; ++g) {
    int wrong = 0;
    for (int i = 0; i < lanes; ++i) wrong += (out[g * lanes + i] != 0) != (values[g] != 0);
    printf("work_group_all of %d everywhere: %d, must be %s: %s\n", values[g], out[g * lanes],
           values[g] ? "non-zero" : "0", wrong ? "WRONG" : "right");
    if (wrong) result = PROBE_BUG;
    odd_wrong |= wrong && values[g] % 2 != 0;
  }
  if (odd_wrong) probe_inconclusive("values with the lowest bit set are wrong too: another defect");
  return result;
}

// Rule: WGC.CF.1, WGC.CF.2, WGC.RD.1: a reduction in a loop is legal if all work-items of the work-group
// reach it in the same iterations: with a uniform bound, with bounds that differ between work-items if the
// number of iterations is the same, and with a continue that whole work-groups take. It returns the same
// value to all work-items each time, so the sum of these values is the same too.
// Program: Two work-groups of four, n = 5. A loop of n iterations adds up
// work_group_reduce_add(get_local_id(0)), which is 0 + 1 + 2 + 3: from 0 to n; from in[i] to in[i] + n; and
// from 0 to n, where work-group 1 continues before the call.
// Expected: 30 in all work-items, for the first two loops. For the third, 30 in group 0 and 0 in group 1.
// Observed: Intel CPU runtime 2021.1.1, 2021.4.0 and 2022.2.1: 30 in the first work-item of a work-group, and
// 6, the sum of one iteration, in the others.
// Correct: with a scan instead of the reduction; on 2023.2.4 and later, and on PoCL 6.0 and 7.1.
#include "probe.h"

#define KERNEL(from, before)                                       \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int i = get_global_id(0), l = get_local_id(0), sum = 0;\n"    \
  "  const int n = get_local_size(0) + 1;\n"                       \
  "  for (int j = " from "; j < " from " + n; ++j) {\n" before     \
  "    sum += work_group_reduce_add(l);\n"                         \
  "  }\n"                                                          \
  "  out[i] = sum;\n"                                              \
  "}\n"

enum { lanes = 4, items = 8 };

static int show(const Probe* p, const char* what, const char* source, cl_int second_group) {
  static const cl_int in[items] = {3, 10, -4, 21, 7, 0, 0, 5};
  cl_int out[items], truth[items];
  for (int i = 0; i < items; ++i) truth[i] = i < lanes ? 30 : second_group;
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, items, lanes);
  return probe_compare(what, out, truth, items);
}

int main(void) {
  const Probe p = probe_open();
  int wrong = show(&p, "from 0 to n", KERNEL("0", ""), 30);
  wrong |= show(&p, "from in[i] to in[i] + n", KERNEL("in[i]", ""), 30);
  wrong |=
      show(&p, "from 0 to n, group 1 goes on", KERNEL("0", "    if (get_group_id(0) == 1) continue;\n"), 0);
  return wrong ? PROBE_BUG : PROBE_OK;
}

// Rule: WGC.CF.1, WGC.CF.2: a collective is legal in a branch in a loop if all work-items of the work-group
// take the same side in each iteration. A side that no work-item takes writes nothing.
// Program: One work-group of four; `if (in[1]) { if (in[2]) c = 1; else work_group_scan_inclusive_min(0); }`,
// where in[1] is 0, first without a loop, then in a loop of three iterations.
// Expected: c keeps its value, 0 in all work-items, twice.
// Observed: Intel CPU runtime 2022.2.1 and 2023.2.4: 0 without the loop; in the loop 1 or any value in all
// work-items.
// Correct: if the inner else is a reduction whose result is used; on 2021.4.0 and earlier, on 2024.2.2 and
// later, and on PoCL 6.0 and 7.1. It is not known whether this is the same bug as intel_skipped_branch.c,
// which needs no loop.
#include "probe.h"

enum { items = 4 };

#define KERNEL(loop)                                                          \
  "__kernel void k(__global const int *in, __global int *out) {\n"            \
  "  int i = get_global_id(0), c = 0;\n"                                      \
  "  " loop                                                                   \
  "if (in[1]) { if (in[2]) c = 1; else work_group_scan_inclusive_min(0); }\n" \
  "  out[i] = c;\n"                                                           \
  "}\n"

static int show(const Probe* p, const char* what, const char* source) {
  static const cl_int in[items] = {3, 0, 0, 0}, truth[items];
  cl_int out[items];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, items, items);
  return probe_compare(what, out, truth, items);
}

int main(void) {
  const Probe p = probe_open();
  if (show(&p, "by itself", KERNEL(""))) probe_inconclusive("wrong without the loop too: another defect");
  const int wrong = show(&p, "in a loop", KERNEL("for (int q = 0; q < in[0]; ++q) "));
  return wrong ? PROBE_BUG : PROBE_OK;
}

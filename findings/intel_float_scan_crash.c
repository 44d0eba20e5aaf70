// Rule: WGC.CF.1, WGC.CF.2, WGC.SC.2: a scan is legal in a branch whose condition each work-item computes
// itself, if the result is the same in all work-items.
// Program: One work-group of four. The branch is on in[i], 5 in all work-items, and contains a scan of the
// local id: first of ints, which shows that the branch is correct, then of floats.
// Expected: 0 1 2 3, twice.
// Observed: Intel CPU runtime 2021.4.0 and 2022.2.1: 0 1 2 3, then SIGSEGV while building.
// Correct: on 2021.1.1, on 2023.2.4 and later, and on PoCL 6.0 and 7.1.
#include "probe.h"

#define KERNEL(type)                                               \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int i = get_global_id(0), l = get_local_id(0);\n"             \
  "  " type                                                        \
  " last = 0;\n"                                                   \
  "  if (in[i] > 3) last = work_group_scan_inclusive_max((" type   \
  ")l);\n"                                                         \
  "  out[i] = (int)last;\n"                                        \
  "}\n"

enum { lanes = 4 };

static int show(const Probe* p, const char* what, const char* source) {
  static const cl_int in[lanes] = {5, 5, 5, 5}, truth[lanes] = {0, 1, 2, 3};
  cl_int out[lanes];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, lanes, lanes);
  return probe_compare(what, out, truth, lanes);
}

int main(void) {
  const Probe p = probe_open();
  int wrong = show(&p, "scan of ints", KERNEL("int"));
  probe_expect_death("building a scan of floats under a branch");
  wrong |= show(&p, "scan of floats", KERNEL("float"));
  return wrong ? PROBE_BUG : PROBE_OK;
}

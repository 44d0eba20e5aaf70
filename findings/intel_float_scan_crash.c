// Rule (WGC.CF.1, WGC.CF.2, WGC.SC.2): a scan is legal under a branch whose condition each work-item computes
// by itself, if all of them come to the same answer. Done: one work-group of four; each work-item branches on
// an element of its own, all of them 5, to a scan of its local id: of ints first, which shows that the branch
// is fine, then of floats. Must come: 0 1 2 3, twice. Came: Intel CPU runtime 2021.4.0 and 2022.2.1: 0 1 2 3,
// then SIGSEGV while building. Right on 2021.1.1 and on 2023.2.4 and later, and on PoCL 6.0 and 7.1.
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

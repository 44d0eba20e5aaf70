// Rule (WGC.CF.1, WGC.CF.2, WGC.SC.3): a collective is legal in an arm of ?: that all work-items of the
// work-group take alike, and so is a branch on its result, and a scan behind that. Done: one work-group of
// four; `in[0] ? work_group_all(0) : 0`, where in[0] is 0, then 5; `if (!t) c = 1`; then an exclusive scan of
// ones, times ten, plus c. Must come: 1 11 21 31, twice. Came: PoCL 7.1 (7.1+debian), with all settings at
// their defaults: right where in[0] is 0; 1 11 11 11 where it is 5. Right on every Intel runtime.
#include "probe.h"

enum { items = 4 };

static int show(const Probe* p, cl_kernel kernel, const char* what, cl_int first) {
  static const cl_int truth[items] = {1, 11, 21, 31};
  const cl_int in[items] = {first, 5, 5, 5};
  cl_int out[items];
  probe_run(p, kernel, in, sizeof in, out, sizeof out, items, items);
  return probe_compare(what, out, truth, items);
}

int main(void) {
  const Probe p = probe_open();
  const cl_kernel kernel = probe_build(&p,
                                       "__kernel void k(__global const int *in, __global int *out) {\n"
                                       "  int i = get_global_id(0), c = 0;\n"
                                       "  int t = in[0] ? work_group_all(0) : 0;\n"
                                       "  if (!t) c = 1;\n"
                                       "  out[i] = work_group_scan_exclusive_add(1) * 10 + c;\n"
                                       "}\n",
                                       "");
  int wrong = show(&p, kernel, "the other arm", 0);
  // PoCL 6.0 inverts all, and goes wrong behind a skipped arm: neither is this.
  if (wrong) probe_cannot_tell("the arm without a collective is wrong already");
  wrong = show(&p, kernel, "the arm with the collective", 5);
  return wrong ? PROBE_BUG : PROBE_OK;
}

// Rule (WGC.CF.1, WGC.CF.2, WGC.SC.3): a collective is legal in an arm of ?:, or right of ||, where all
// work-items of the work-group take it alike, and so is a branch on the result, and a scan behind that. Done:
// one work-group of four; `in[0] ? work_group_all(0) : 0`, where in[0] is 0, then 5; `if (!t) c = 1`; then an
// exclusive scan of ones, times ten, plus c. Then, with no scan, `if (work_group_any(0) || work_group_any(1))
// c = in[i]`. Must come: 1 11 21 31, twice; then 5 in all. Came: PoCL 7.1 (7.1+debian), with all settings at
// their defaults: right where in[0] is 0; 1 11 11 11, or 1 11 1 -9, where it is 5; then the first work-item's
// result is not written. With `|` in place of `||`, and with the work-group method cbs, it is right, and on
// every Intel runtime.
#include "probe.h"

#define KERNEL(body)                                               \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int i = get_global_id(0), c = 0;\n" body "}\n"

enum { items = 4 };

static int show(const Probe* p, cl_kernel kernel, const char* what, cl_int first, const cl_int* truth) {
  const cl_int in[items] = {first, 5, 5, 5};
  cl_int out[items];
  probe_run(p, kernel, in, sizeof in, out, sizeof out, items, items);
  return probe_compare(what, out, truth, items);
}

int main(void) {
  static const cl_int scanned[items] = {1, 11, 21, 31}, loaded[items] = {5, 5, 5, 5};
  const Probe p = probe_open();
  const cl_kernel scan = probe_build(&p,
                                     KERNEL("  int t = in[0] ? work_group_all(0) : 0;\n"
                                            "  if (!t) c = 1;\n"
                                            "  out[i] = work_group_scan_exclusive_add(1) * 10 + c;\n"),
                                     "");
  int wrong = show(&p, scan, "the other arm", 0, scanned);
  // PoCL 6.0 inverts all, and goes wrong behind a skipped arm: neither is this.
  if (wrong) probe_inconclusive("the arm without a collective is wrong already");
  wrong = show(&p, scan, "the arm with the collective", 5, scanned);
  const cl_kernel load = probe_build(&p,
                                     KERNEL("  if (work_group_any(0) || work_group_any(1)) c = in[i];\n"
                                            "  out[i] = c;\n"),
                                     "");
  wrong += show(&p, load, "a choice as condition", 5, loaded);
  return wrong ? PROBE_BUG : PROBE_OK;
}

// Rule: WGC.CF.1, WGC.CF.2, WGC.SC.3: a collective is legal in an operand of ?: or on the right of || if all
// work-items of the work-group evaluate it together. A branch on the result is legal too, and so is a scan
// after that branch.
// Program: One work-group of four; `in[0] ? work_group_all(0) : 0`, where in[0] is 0, then 5; `if (!t) c =
// 1`; then an exclusive scan of ones, times ten, plus c. Then, without a scan, `if (work_group_any(0) ||
// work_group_any(1)) c = in[i]`.
// Expected: 1 11 21 31, twice; then 5 in all work-items.
// Observed: PoCL 7.1 (7.1+debian), with default settings: correct if in[0] is 0; 1 11 11 11, or 1 11 1 -9, if
// it is 5. In the last kernel, the first work-item's result is not written.
// Correct: with `|` instead of `||`, and with the work-group method cbs; on every Intel runtime.
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
  // PoCL 6.0 has two other bugs: work_group_all is inverted, and a skipped branch makes results wrong.
  if (wrong) probe_inconclusive("the arm without a collective is wrong already");
  wrong = show(&p, scan, "the arm with the collective", 5, scanned);
  const cl_kernel load = probe_build(&p,
                                     KERNEL("  if (work_group_any(0) || work_group_any(1)) c = in[i];\n"
                                            "  out[i] = c;\n"),
                                     "");
  wrong += show(&p, load, "a choice as condition", 5, loaded);
  return wrong ? PROBE_BUG : PROBE_OK;
}

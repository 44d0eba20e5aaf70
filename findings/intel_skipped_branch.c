// Rule: WGC.CF.1, WGC.CF.2, WGC.PR.2, WGC.PR.3: a branch on a collective may contain other collectives, since
// all work-items take the same side. A variable that only the other side writes keeps its value.
// Program: One work-group of four. The predicate of the outer branch is false in all work-items. So its body,
// a branch on work_group_any that assigns to a, is skipped, and the empty else is taken. The result is a,
// which was set to the local id before.
// Expected: 0 1 2 3.
// Observed: Intel CPU runtime 2022.2.1 and 2023.2.4: 3 of 4 work-items have the a of another work-item, or
// none. PoCL 7.1 is inconclusive: it leaves the first work-item's result unwritten in all three variants,
// perhaps because of the bug of pocl_skipped_branch.c.
// Correct: without the empty else; with get_local_id(0) instead of get_local_linear_id(), which is the same
// here; on 2021.4.0 and earlier, on 2024.2.2 and later, and on PoCL 6.0.
#include "probe.h"

#define KERNEL(id, otherwise)                                                               \
  "__kernel void k(__global const int *in, __global int *out) {\n"                          \
  "  int l = " id                                                                           \
  ", a = l;\n"                                                                              \
  "  if (work_group_any(l > 59)) {\n"                                                       \
  "    if (get_num_groups(0) == 1 && work_group_any(l > -1)) a = work_group_any(l > 60);\n" \
  "  }" otherwise                                                                           \
  "\n"                                                                                      \
  "  out[get_global_id(0)] = a;\n"                                                          \
  "}\n"

enum { lanes = 4 };

static int show(const Probe* p, const char* what, const char* source) {
  static const cl_int in[lanes], truth[lanes] = {0, 1, 2, 3};
  cl_int out[lanes];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, lanes, lanes);
  return probe_compare(what, out, truth, lanes);
}

int main(void) {
  const Probe p = probe_open();
  int other = show(&p, "local id, empty else", KERNEL("get_local_id(0)", " else { }"));
  other |= show(&p, "linear local id, no else", KERNEL("get_local_linear_id()", ""));
  const int wrong = show(&p, "linear local id, empty else", KERNEL("get_local_linear_id()", " else { }"));
  if (other) probe_inconclusive("wrong without the empty else or without the linear id too: another defect");
  return wrong ? PROBE_BUG : PROBE_OK;
}

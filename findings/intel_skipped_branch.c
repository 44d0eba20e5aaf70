// Rule (WGC.CF.1, WGC.CF.2, WGC.PR.2, WGC.PR.3): a branch on a collective is legal around other collectives,
// as all work-items take the same way; a variable that the way not taken would have written keeps its value.
// Done: one work-group of four. The predicate of the outer branch holds nowhere, so that its body, a branch
// on work_group_any that assigns to a, is skipped, and the empty else taken. The result is a, set to the
// local id before. Must come: 0 1 2 3. Came: Intel CPU runtime 2022.2.1 and 2023.2.4: the work-items have
// another's a, or none: 3 of 4 are wrong. Right on 2021.4.0 and before and on 2024.2.2 and after; and without
// the empty else, and with get_local_id(0) in place of get_local_linear_id(), which is the same here. Right
// on PoCL 6.0. PoCL 7.1 leaves the first work-item's result unwritten in all three, perhaps by the defect of
// pocl_skipped_branch.c, and are inconclusive.
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

// Rule: WGC.CF.1, WGC.CF.2, WGC.RD.1: a collective or a barrier is legal in a branch if all work-items of the
// work-group take the same side. After it, the work-items may diverge.
// Program: One work-group of four, `if (in[0])`, which is 5. The branch has a reduction whose result is not
// used, or a barrier, or neither; then `if (l) c = l % 2 ? in[i + 4] : 1`, where in[4] to in[7] are 9.
// Expected: 0 9 1 9, three times.
// Observed: PoCL 6.0 (6.0+debian) and 7.1 (7.1+debian), with default settings: 0 0 0 0 with the reduction and
// with the barrier. On 7.1, the first work-item's result is not written.
// Correct: without both; on every Intel runtime.
#include "probe.h"

#define KERNEL(meeting)                                            \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int i = get_global_id(0), l = get_local_id(0), c = 0;\n"      \
  "  if (in[0]) {\n" meeting                                       \
  "    if (l) c = l % 2 ? in[i + 4] : 1;\n"                        \
  "  }\n"                                                          \
  "  out[i] = c;\n"                                                \
  "}\n"

enum { items = 4 };

static int show(const Probe* p, const char* what, const char* source) {
  static const cl_int in[2 * items] = {5, 5, 5, 5, 9, 9, 9, 9}, truth[items] = {0, 9, 1, 9};
  cl_int out[items];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, items, items);
  return probe_compare(what, out, truth, items);
}

int main(void) {
  const Probe p = probe_open();
  int wrong = show(&p, "nothing in the branch", KERNEL(""));
  wrong |= show(&p, "a barrier in the branch", KERNEL("    barrier(CLK_LOCAL_MEM_FENCE);\n"));
  wrong |= show(&p, "a reduction in the branch", KERNEL("    work_group_reduce_add(1);\n"));
  return wrong ? PROBE_BUG : PROBE_OK;
}

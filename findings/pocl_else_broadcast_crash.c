// Rule: WGC.CF.1, WGC.CF.2, WGC.BC.1: a branch may have a collective on each side if all work-items of the
// work-group take the same side.
// Program: Built and launched with two work-groups of four, `if (in[0])`, which is 1 everywhere. The first
// side has a reduction; the other has another reduction, then a broadcast instead.
// Expected: 1, twice.
// Observed: PoCL 6.0 (6.0+debian): 1 with the reduction. With the broadcast, SIGSEGV in the compiler at the
// launch (llvm::PHINode::removeIncomingValue), for every in[0].
// Correct: on PoCL 7.1 and every Intel runtime.
#include "probe.h"

#define KERNEL(other)                                              \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int i = get_global_id(0), c;\n"                               \
  "  if (in[0]) c = work_group_reduce_min(in[i]);\n"               \
  "  else c = " other                                              \
  ";\n"                                                            \
  "  out[i] = c;\n"                                                \
  "}\n"

enum { lanes = 4, items = 8 };

static int show(const Probe* p, const char* what, const char* source) {
  static const cl_int in[items] = {1, 1, 1, 1, 1, 1, 1, 1};
  cl_int out[items];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, items, lanes);
  return probe_compare(what, out, in, items);
}

int main(void) {
  const Probe p = probe_open();
  int wrong = show(&p, "a reduction in the other arm", KERNEL("work_group_reduce_max(in[i])"));
  probe_expect_death("launching a broadcast in the other arm");
  wrong |= show(&p, "a broadcast in the other arm", KERNEL("work_group_broadcast(in[i], 1)"));
  return wrong ? PROBE_BUG : PROBE_OK;
}

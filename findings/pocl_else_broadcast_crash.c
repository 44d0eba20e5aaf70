// Rule (WGC.CF.1, WGC.CF.2, WGC.BC.1): a collective is legal in either arm of a branch that all work-items of
// the work-group take alike. Done: built and launched with two work-groups of four, `if (in[0])`, which is 1
// everywhere, a reduction in the first arm; in the other arm first another reduction, then a broadcast. Must
// come: 1, twice. Came: PoCL 6.0 (6.0+debian): 1 with the reduction; with the broadcast its compiler ends the
// process at the launch (SIGSEGV in llvm::PHINode::removeIncomingValue), whichever arm would be taken. Right
// on PoCL 7.1 and on every Intel runtime.
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

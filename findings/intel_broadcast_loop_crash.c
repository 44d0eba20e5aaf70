// Rule: WGC.CF.1, WGC.CF.2, WGC.BC.1: a loop around a broadcast may have bounds that differ between
// work-items if all work-items make the same number of iterations, so that they reach the call in the same
// ones.
// Program: One work-group of four. Each work-item iterates from its local id to its local id + 2, first with
// work_group_reduce_max(l), which shows that the loop is correct, then with work_group_broadcast(l, 1).
// Expected: 3, then 1, in all work-items.
// Observed: Intel CPU runtime 2021.4.0: 3, then SIGSEGV.
// Correct: on all other drivers, also on the runtimes just before and after it.
#include "probe.h"

#define KERNEL(call)                                               \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int l = get_local_id(0), last = 0;\n"                         \
  "  for (int j = l; j < l + 2; ++j) last = " call                 \
  ";\n"                                                            \
  "  out[get_global_id(0)] = last;\n"                              \
  "}\n"

enum { lanes = 4 };

static int show(const Probe* p, const char* call, const char* source, cl_int value) {
  static const cl_int in[lanes];
  const cl_int truth[lanes] = {value, value, value, value};
  cl_int out[lanes];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, lanes, lanes);
  return probe_compare(call, out, truth, lanes);
}

int main(void) {
  const Probe p = probe_open();
  int wrong = show(&p, "work_group_reduce_max(l)", KERNEL("work_group_reduce_max(l)"), 3);
  probe_expect_death("building or running work_group_broadcast(l, 1) in a loop");
  wrong |= show(&p, "work_group_broadcast(l, 1)", KERNEL("work_group_broadcast(l, 1)"), 1);
  return wrong ? PROBE_BUG : PROBE_OK;
}

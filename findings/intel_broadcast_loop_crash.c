// Rule (WGC.CF.1, WGC.CF.2, WGC.BC.1): a loop whose bounds differ between work-items is legal around a
// broadcast if all of them make the same number of iterations, and so meet the call in the same ones. Done:
// one work-group of four; each work-item goes from its local id to its local id + 2 and calls
// work_group_broadcast(get_local_id(0), 1); the same with work_group_reduce_max first, which shows that the
// loop is fine. Must come: 3, then 1, in all work-items. Came: Intel CPU runtime 2021.4.0: 3, then SIGSEGV.
// Right on all others, the runtimes just before and after included.
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

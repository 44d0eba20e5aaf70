// Rule: WGC.CF.1, WGC.CF.2: a collective is legal in a case of a switch if all work-items of the work-group
// take the same case. The case may fall through to the next.
// Program: Two work-groups of four; a switch on in[0], which is 5. Case 5 has a barrier, which shows that the
// switch is correct, and then a reduction instead, whose result is not used. Both fall through to case 6,
// which sets the result.
// Expected: 1 in all work-items, twice.
// Observed: PoCL 7.1 (7.1+debian), with default settings: 1 with the barrier. With the reduction, SIGABRT in
// the compiler at the launch, with this on stderr:
//   Could not find a dominating alternative variable.
// Correct: on PoCL 6.0 and every Intel runtime.
#include "probe.h"

#define KERNEL(call)                                               \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int l = get_local_id(0), c = 0;\n"                            \
  "  switch (in[0]) {\n"                                           \
  "    case 5: " call                                              \
  ";\n"                                                            \
  "    case 6: c = 1;\n"                                           \
  "  }\n"                                                          \
  "  out[get_global_id(0)] = c;\n"                                 \
  "}\n"

enum { lanes = 4, items = 8 };

static int show(const Probe* p, const char* what, const char* source) {
  static const cl_int in[items] = {5}, truth[items] = {1, 1, 1, 1, 1, 1, 1, 1};
  cl_int out[items];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, items, lanes);
  return probe_compare(what, out, truth, items);
}

int main(void) {
  const Probe p = probe_open();
  int wrong = show(&p, "a barrier in a case", KERNEL("barrier(CLK_LOCAL_MEM_FENCE)"));
  probe_expect_death("launching a reduction in a case");
  wrong |= show(&p, "a reduction in a case", KERNEL("work_group_reduce_add(l)"));
  return wrong ? PROBE_BUG : PROBE_OK;
}

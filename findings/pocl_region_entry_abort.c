// Rule: WGC.CF.1, WGC.CF.2, WGC.PR.2: a collective is legal in a branch if all work-items of the work-group
// take the same side, and another collective is legal after the branch.
// Program: Built and launched with two work-groups of four, `if (in[0])`, which is 1 everywhere, with
// work_group_reduce_add twice, then with work_group_any twice.
// Expected: 4, the sum, and 1.
// Observed: PoCL 6.0 (6.0+debian): 4. For work_group_any, SIGABRT in the compiler at the launch, for
// every in[0], with this on stderr:
//   WorkitemLoops.cc:1274: addContextSaveRestore: Assertion `"Cannot add context restore for a PHI node at
//   the region entry!" ...
// Correct: on PoCL 7.1 and every Intel runtime.
#include "probe.h"

#define KERNEL(call)                                               \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int i = get_global_id(0);\n"                                  \
  "  if (in[0]) " call                                             \
  "(in[i]);\n"                                                     \
  "  out[i] = " call                                               \
  "(in[i]);\n"                                                     \
  "}\n"

enum { lanes = 4, items = 8 };

static int show(const Probe* p, const char* what, const char* source, cl_int value) {
  static const cl_int in[items] = {1, 1, 1, 1, 1, 1, 1, 1};
  cl_int out[items], truth[items];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, items, lanes);
  for (int i = 0; i < items; ++i) {
    truth[i] = value;
    if (value == 1) out[i] = out[i] != 0;  // any may return any non-zero value
  }
  return probe_compare(what, out, truth, items);
}

int main(void) {
  const Probe p = probe_open();
  int wrong = show(&p, "a reduction twice", KERNEL("work_group_reduce_add"), lanes);
  probe_expect_death("launching work_group_any under a branch and behind it");
  wrong |= show(&p, "any twice", KERNEL("work_group_any"), 1);
  return wrong ? PROBE_BUG : PROBE_OK;
}

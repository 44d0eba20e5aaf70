// Rule: WGC.CF.1, WGC.CF.2: branches and loops whose condition is the same in all work-items of a work-group
// may contain collectives, also in the condition, and loops of single work-items.
// Program: Built and launched with one work-group of four. If in[0] is 0, which it is: a branch on
// work_group_any(1), then `while (work_group_any(0))` around a loop of single work-items, whose body never
// runs. After that, work_group_reduce_add. First with in[0] == 0 instead of work_group_any(1).
// Expected: 0 in all work-items, twice.
// Observed: Intel CPU runtime 2022.2.1: 0, then SIGSEGV while building, in the compiler's register allocator
// (InlineSpiller).
// Correct: with -cl-opt-disable, without the outer branch, and without the inner loop; on every other Intel
// runtime, and on PoCL 6.0 and 7.1.
#include "probe.h"

#define KERNEL(condition)                                          \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int i = get_global_id(0), c = 0, x = 0;\n"                    \
  "  if (in[0] == 0) {\n"                                          \
  "    if (" condition                                             \
  ") c = in[i];\n"                                                 \
  "    while (work_group_any(0))\n"                                \
  "      for (int q = in[i]; q > 0; q >>= 1) x ^= 1;\n"            \
  "  }\n"                                                          \
  "  out[i] = c + work_group_reduce_add(x);\n"                     \
  "}\n"

enum { items = 4 };

static int show(const Probe* p, const char* what, const char* source) {
  static const cl_int zeros[items];
  cl_int out[items];
  probe_run(p, probe_build(p, source, ""), zeros, sizeof zeros, out, sizeof out, items, items);
  return probe_compare(what, out, zeros, items);
}

int main(void) {
  const Probe p = probe_open();
  int wrong = show(&p, "a branch on in[0] in it", KERNEL("in[0] == 0"));
  probe_expect_death("building a branch on a collective in it");
  wrong += show(&p, "a branch on a collective in it", KERNEL("work_group_any(1)"));
  return wrong ? PROBE_BUG : PROBE_OK;
}

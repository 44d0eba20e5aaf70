// Rule: WGC.CF.1, WGC.CF.2: the condition of a loop may be a collective. Such a loop may contain another one,
// and a break that all work-items of the work-group take together.
// Program: Built and launched with one work-group of four, where in is 0, so that the outer loop is not
// entered; first without the break, then with it.
// Expected: 0 in all work-items, twice.
// Observed: Intel CPU runtime 2025.3.3 and 2026.2.0: 0 without the break. With it, the vectoriser (vplan-vec)
// recurses until the stack is full: SIGSEGV while building.
// Correct: on Intel's earlier runtimes and on PoCL.
#include "probe.h"

#define KERNEL(leave)                                                      \
  "__kernel void k(__global const int *in, __global int *out) {\n"         \
  "  int i = get_global_id(0), c = 0;\n"                                   \
  "  while (work_group_any(in[i] > 0)) {\n" leave                          \
  "    while (work_group_any(in[i] > 3)) c = work_group_any(in[i] > 4);\n" \
  "  }\n"                                                                  \
  "  out[i] = c;\n"                                                        \
  "}\n"

enum { items = 4 };

static int show(const Probe* p, const char* what, const char* source) {
  static const cl_int in[items], truth[items];
  cl_int out[items];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, items, items);
  return probe_compare(what, out, truth, items);
}

int main(void) {
  probe_in_child();
  const Probe p = probe_open();
  int wrong = show(&p, "without a break", KERNEL(""));
  probe_expect_death("building or launching a break in the loop");
  wrong |= show(&p, "with a break", KERNEL("    if (in[i]) break;\n"));
  return wrong ? PROBE_BUG : PROBE_OK;
}

// Rule: OpenCL C, Work-Item Functions and the ternary selection operator; none of collectives: ?: returns one
// of two values, and get_local_id the work-item's id in a dimension.
// Program: In one work-group of four, where in[0] is 0, out[i] = in[0] ? (int)get_local_id(1) :
// (int)get_local_id(0). Compilers merge the two calls into one, whose dimension is computed. Then the same
// with get_local_id(0) in a variable. Whole programs that choose between two ids contain this code.
// Expected: 0 1 2 3, twice.
// Observed: PoCL 7.1 (7.1+debian), with every work-group method: build, clEnqueueNDRangeKernel and the read
// succeed, and nothing is written; then 0 1 2 3. The kernel's library refers to a function get_local_id that
// does not exist, so that PoCL cannot load it; only the launch's event has an error (-1). It does the same
// with get_global_id and get_group_id, and with an if instead of ?:. Intel CPU runtime 2021.4.0 and 2022.2.1:
// SIGSEGV while building.
// Correct: with a dimension that the program itself computes; on PoCL 6.0 and every other Intel runtime.
#include "probe.h"

#define KERNEL(before, value)                                      \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int i = get_global_id(0);\n" before "  out[i] = " value       \
  ";\n"                                                            \
  "}\n"

enum { items = 4 };

static int show(const Probe* p, const char* what, const char* source) {
  static const cl_int in[items], truth[items] = {0, 1, 2, 3};
  cl_int out[items];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, items, items);
  return probe_compare(what, out, truth, items);
}

int main(void) {
  const Probe p = probe_open();
  probe_expect_death("building the choice between two ids");
  // This one first: what PoCL 7.1 writes here depends on what an earlier launch left on the stack.
  int wrong = show(&p, "the id itself", KERNEL("", "in[0] ? (int)get_local_id(1) : (int)get_local_id(0)"));
  wrong |= show(&p, "a variable", KERNEL("  int l = get_local_id(0);\n", "in[0] ? (int)get_local_id(1) : l"));
  return wrong ? PROBE_BUG : PROBE_OK;
}

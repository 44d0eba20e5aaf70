// Rule (OpenCL C, Work-Item Functions and the ternary selection operator; no rule of collectives): ?: gives
// one of two values, and get_local_id a work-item's id in a dimension. Done: one work-group of four, where
// in[0] is 0: out[i] = in[0] ? (int)get_local_id(1) : (int)get_local_id(0). First as it stands, where
// compilers make one call of the two, of a dimension that they choose; then with get_local_id(0) read into a
// variable before. No collective takes part; whole programs that choose between two ids meet it all the same.
// Must come: 0 1 2 3, twice. Came: on PoCL 7.1 (7.1+debian), with every work-group method, nothing is
// written, in success, then 0 1 2 3; Intel CPU runtime 2021.4.0 and 2022.2.1 end the process while they build
// it (SIGSEGV). PoCL 7.1 does the same with get_global_id and get_group_id, and with an if in place of ?:. A
// dimension that the program itself computes is right everywhere. Right on PoCL 6.0 and on every other Intel
// runtime.
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
  // First: what PoCL 7.1 writes there depends on what an earlier launch has left on the stack.
  int wrong = show(&p, "the id itself", KERNEL("", "in[0] ? (int)get_local_id(1) : (int)get_local_id(0)"));
  wrong |= show(&p, "a variable", KERNEL("  int l = get_local_id(0);\n", "in[0] ? (int)get_local_id(1) : l"));
  return wrong ? PROBE_BUG : PROBE_OK;
}

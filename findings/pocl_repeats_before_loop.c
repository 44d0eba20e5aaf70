// Rule: WGC.CF.1, WGC.CF.2: all work-items reach a collective in the same iterations of a loop, and execute
// each other statement as often as without collectives.
// Program: One work-group of 1x3. Each work-item sets its output to 0, reaches a collective, adds 1 to its
// output, and then reaches a collective in a loop of in[0] iterations, which is 1. Then the same without the
// loop, and in a work-group of 3x1.
// Expected: 1 1 1 each time.
// Observed: PoCL 6.0 (6.0+debian): 2 1 1 in the first case. The first work-item executes the statements
// between the first collective and the loop twice, if the work-group has one work-item in dimension 0 and
// several in dimension 1. It does the same if the first collective, the second, or both are barriers, and
// with an atomic in place of the addition. Correct: without the loop, with a loop of a literal number of
// iterations, and in a work-group of 3x1; on PoCL 7.1 and Intel 2025.3.3.
#include "probe.h"

#define KERNEL(calls)                                                        \
  "__kernel void k(__global const int *in, __global int *out) {\n"           \
  "  size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);\n" \
  "  out[i] = 0;\n"                                                          \
  "  work_group_all(1);\n"                                                   \
  "  out[i] += 1;\n" calls "}\n"

enum { items = 3 };

static int show(const Probe* p, const char* what, const char* source, size_t x, size_t y) {
  static const cl_int in[items] = {1, 1, 1}, truth[items] = {1, 1, 1};
  const size_t local[2] = {x, y};
  cl_int out[items];
  probe_run_in(2, p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, local, local);
  return probe_compare(what, out, truth, items);
}

int main(void) {
  const Probe p = probe_open();
  const char* loop = KERNEL("  for (int t = 0; t < in[0]; ++t) work_group_all(1);\n");
  int wrong = show(&p, "a loop, 1x3", loop, 1, items);
  wrong |= show(&p, "no loop, 1x3", KERNEL("  work_group_all(1);\n"), 1, items);
  wrong |= show(&p, "a loop, 3x1", loop, items, 1);
  return wrong ? PROBE_BUG : PROBE_OK;
}

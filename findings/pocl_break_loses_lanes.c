// Rule: WGC.CF.1, WGC.CF.2, WGC.RD.1: a loop may end by a break that all work-items of the work-group reach
// in the same iteration, with a collective before it and others after it in the loop.
// Program: Two work-groups of four, all values 1. An endless loop breaks in its first iteration, after a
// reduction. After the break, the loop has nothing, then a barrier, then another reduction. None of these is
// ever reached.
// Expected: 4, the sum, three times.
// Observed: PoCL 6.0 (6.0+debian): 4 with nothing after the break. With the barrier and with the reduction 1,
// the value of the first work-item only.
// Correct: on PoCL 7.1, and on every Intel runtime of 2023 and later.
#include "probe.h"

#define KERNEL(further)                                            \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int i = get_global_id(0), c = 0;\n"                           \
  "  for (;;) {\n"                                                 \
  "    if (in[get_group_id(0)]) {\n"                               \
  "      c = work_group_reduce_add(in[i]);\n"                      \
  "      break;\n"                                                 \
  "    }\n" further                                                \
  "  }\n"                                                          \
  "  out[i] = c;\n"                                                \
  "}\n"

enum { lanes = 4, items = 8 };

static int show(const Probe* p, const char* what, const char* source) {
  static const cl_int in[items] = {1, 1, 1, 1, 1, 1, 1, 1}, truth[items] = {4, 4, 4, 4, 4, 4, 4, 4};
  cl_int out[items];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, items, lanes);
  return probe_compare(what, out, truth, items);
}

int main(void) {
  const Probe p = probe_open();
  int wrong = show(&p, "nothing further down", KERNEL(""));
  wrong |= show(&p, "a barrier further down", KERNEL("    barrier(CLK_LOCAL_MEM_FENCE);\n"));
  wrong |= show(&p, "a reduction further down", KERNEL("    work_group_reduce_min(in[i]);\n"));
  return wrong ? PROBE_BUG : PROBE_OK;
}

// Rule: OpenCL C, barrier; none of collectives: a read before a barrier returns the value of that time.
// A write after the barrier does not change it.
// Program: One work-group of four, which reverses 1 2 3 4, with a barrier between all accesses of different
// work-items: in local memory, `s[l] = in[i]; barrier; c = s[3 - l]; barrier; s[l] = 0; out[i] = c`; then in
// global memory, in place. Whole programs that use a piece of memory twice contain this code.
// Expected: 4 3 2 1, twice.
// Observed: PoCL 7.1 (7.1+debian), with default settings: 0 0 0 0 and 4 3 2 1. With the work-group method
// loops, or with -cl-opt-disable: 4 3 0 0 and 4 3 3 4. It reads again after the barrier. A work-group of one
// work-item shows the bug too.
// Correct: on 7.1 with the method cbs, on PoCL 6.0 and every Intel runtime.
#include "probe.h"

#define KERNEL(body)                                               \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int i = get_global_id(0), l = get_local_id(0);\n" body "}\n"

enum { items = 4 };

static int show(const Probe* p, const char* what, const char* source) {
  static const cl_int in[items] = {1, 2, 3, 4}, truth[items] = {4, 3, 2, 1};
  cl_int out[items];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, items, items);
  return probe_compare(what, out, truth, items);
}

int main(void) {
  const Probe p = probe_open();
  int wrong = show(&p, "local memory",
                   KERNEL("  __local int s[4];\n"
                          "  s[l] = in[i];\n"
                          "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                          "  int c = s[3 - l];\n"
                          "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                          "  s[l] = 0;\n"
                          "  out[i] = c;\n"));
  wrong += show(&p, "global memory",
                KERNEL("  out[i] = in[i];\n"
                       "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
                       "  int c = out[3 - l];\n"
                       "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
                       "  out[i] = c;\n"));
  return wrong ? PROBE_BUG : PROBE_OK;
}

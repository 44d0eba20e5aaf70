// Rule: OpenCL C, for statements; none of collectives: each work-item repeats a loop until its own condition
// is false, and writes only its own variables.
// Program: One work-group of four; l is the local id. A loop of (l ? l : 2) iterations, that is 2 1 2 3,
// contains a loop of two iterations with c = c * 3 + 1; then the same with a barrier after it, and with the
// inner loop unrolled. Then `for (int q = 0; q < l; ++q) c = 3` between two loops of three iterations that
// compute something else, and between a loop of three barriers and a barrier. Whole programs with loops of
// different lengths contain this code.
// Expected: 40 4 40 364 three times, then 0 3 3 3 twice.
// Observed: PoCL 7.1 (7.1+debian), with every work-group method: all four have the last work-item's value,
// except for the unrolled loop (with the method cbs, the last kernel is correct). PoCL 6.0 (6.0+debian): the
// same if a barrier follows.
// Correct: on 7.1 with -cl-opt-disable; on every Intel runtime.
#include "probe.h"

#define KERNEL(body)                                               \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int l = get_local_id(0), c = 0, w = 0;\n"                     \
  "  " body                                                        \
  "\n"                                                             \
  "  out[l] = c;\n"                                                \
  "  out[l + 4] = w;\n"                                            \
  "}\n"
#define LENGTHS(body) "for (int q = 0; q != (l ? l : 2); ++q) {" body "}"
#define TWICE "for (int r = 0; r < 2; ++r) c = c * 3 + 1;"
#define THREES "for (int q = 0; q < l; ++q) c = 3;"
#define OTHER "for (int n = 0; n < 3; ++n) w = w * 5 ^ in[l];"
#define BARRIER "barrier(CLK_LOCAL_MEM_FENCE);"

enum { items = 4 };

static int show(const Probe* p, const char* what, const char* source, const cl_int* truth) {
  static const cl_int in[items] = {7, 5, 5, 5};
  cl_int out[2 * items];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, items, items);
  return probe_compare(what, out, truth, items);
}

int main(void) {
  static const cl_int rounds[items] = {40, 4, 40, 364}, threes[items] = {0, 3, 3, 3};
  const Probe p = probe_open();
  int wrong = show(&p, "a loop in a loop", KERNEL(LENGTHS(TWICE)), rounds);
  wrong += show(&p, "a loop in a loop, a barrier behind", KERNEL(LENGTHS(TWICE) BARRIER), rounds);
  wrong += show(&p, "written out", KERNEL(LENGTHS("c = c * 3 + 1; c = c * 3 + 1;")), rounds);
  wrong += show(&p, "between loops", KERNEL(OTHER THREES OTHER), threes);
  wrong +=
      show(&p, "between barriers", KERNEL("for (int n = 0; n < 3; ++n) " BARRIER THREES BARRIER), threes);
  return wrong ? PROBE_BUG : PROBE_OK;
}

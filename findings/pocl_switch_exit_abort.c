// Rule: WGC.CF.1, WGC.CF.2: a case of a switch may fall through to one with a collective or a barrier if all
// work-items of the work-group take the same case.
// Program: One work-group of four; a switch on in[0], which is 5 and matches no case. Case 0 is empty. Case 1
// writes a result and falls through to one with a branch on in[i], which falls through to the default with a
// barrier. First with ifs instead of the switch, then with the switch.
// Expected: 0 in all work-items, twice.
// Observed: PoCL 7.1 (7.1+debian), with default settings: 0 with the ifs. With the switch, SIGABRT in the
// compiler at the launch, with this on stderr:
//   ParallelRegion.cc:343: ... Assertion `Exit != NULL' failed.
// With a constant instead of in[i + 4], it aborts as in pocl_switch_compiler_abort.c.
// Correct: on PoCL 6.0 and every Intel runtime.
#include "probe.h"

#define KERNEL(cases)                                              \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int i = get_global_id(0), c = 0;\n" cases                     \
  "  out[i] = c;\n"                                                \
  "}\n"

#define IFS                                \
  "  if (in[0] != 0) {\n"                  \
  "    if (in[0] == 1) out[i] = 9;\n"      \
  "    if (in[0] == 1 || in[0] == 2)\n"    \
  "      if (in[i] >= 1) c = in[i + 4];\n" \
  "    barrier(CLK_LOCAL_MEM_FENCE);\n"    \
  "  }\n"

#define SWITCH                                   \
  "  switch (in[0]) {\n"                         \
  "    case 0: break;\n"                         \
  "    case 1: out[i] = 9;\n"                    \
  "    case 2: if (in[i] >= 1) c = in[i + 4];\n" \
  "    default: barrier(CLK_LOCAL_MEM_FENCE);\n" \
  "  }\n"

enum { items = 4 };

static int show(const Probe* p, const char* what, const char* source) {
  static const cl_int in[2 * items] = {5, 5, 5, 5, 1, 1, 1, 1}, truth[items];
  cl_int out[items];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, items, items);
  return probe_compare(what, out, truth, items);
}

int main(void) {
  const Probe p = probe_open();
  int wrong = show(&p, "ifs", KERNEL(IFS));
  probe_expect_death("building or launching the switch");
  wrong |= show(&p, "the switch", KERNEL(SWITCH));
  return wrong ? PROBE_BUG : PROBE_OK;
}

// Rule: WGC.CF.1, WGC.CF.2: a case of a switch may contain a collective and fall through to one with a loop,
// and the switch may be in a loop, if all work-items of the work-group take the same case.
// Program: One work-group of four. In a loop with one iteration, a switch on in[0], which is 0: case 0 has a
// collective whose result is not used, and falls through to a case with a loop, and that one to a case with a
// load. First with ifs instead of the switch, then with the switch.
// Expected: 1 in all work-items, twice.
// Observed: PoCL 7.1 (7.1+debian), with default settings: 1 with the ifs. With the switch, SIGABRT in the
// compiler at the launch, with this on stderr:
//   WorkitemLoops.cc:284: ... Assertion `ExitBB->getTerminator()->getNumSuccessors() == 1' failed.
// If the inner loop contains a load too, it aborts as in pocl_switch_exit_abort.c; without the outer loop, as
// in pocl_switch_compiler_abort.c.
// Correct: with the work-group method cbs, on PoCL 6.0 and every Intel runtime.
#include "probe.h"

#define KERNEL(cases)                                              \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int i = get_global_id(0), n = 0, c = 0;\n"                    \
  "  do {\n" cases                                                 \
  "  } while (in[1]);\n"                                           \
  "  out[i] = c + 1;\n"                                            \
  "}\n"

#define IFS                                                                          \
  "    if (in[0] == 0) work_group_any(0);\n"                                         \
  "    if (in[0] == 0 || in[0] == 1) do { n += 1; c = min(0, 0); } while (n < 0);\n" \
  "    if (in[0] >= 0 && in[0] <= 2) in[i];\n"

#define SWITCH                                                   \
  "    switch (in[0]) {\n"                                       \
  "      case 0: work_group_any(0);\n"                           \
  "      case 1: do { n += 1; c = min(0, 0); } while (n < 0);\n" \
  "      case 2: in[i];\n"                                       \
  "    }\n"

enum { items = 4 };

static int show(const Probe* p, const char* what, const char* source) {
  static const cl_int in[items], truth[items] = {1, 1, 1, 1};
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

// Rule: WGC.CF.1, WGC.CF.2: a collective is legal as the condition of a loop: all work-items get the same
// result, and so reach the call in the same iterations.
// Program: One work-group of four, with two loops that count their iterations: while (work_group_any(y > 0)),
// where y starts at the local id and decreases by one; and a do .. while on the maximum of the local ids and
// on a counter that starts at 3.
// Expected: 3 in all work-items, for both loops.
// Observed: Intel CPU runtime 2021.1.1, 2021.4.0 and 2022.2.1: the kernel succeeds, but writes nothing; the
// output keeps its poison 0xa5a5a5a5 = -1515870811.
// Correct: on 2023.2.4 and later, and on PoCL 6.0 and 7.1.
#include "probe.h"

#define KERNEL(loop)                                               \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int y = get_local_id(0), count = 0;\n" loop                   \
  "  out[get_global_id(0)] = count;\n"                             \
  "}\n"

enum { lanes = 4 };

static int show(const Probe* p, const char* what, const char* source) {
  static const cl_int in[lanes], truth[lanes] = {3, 3, 3, 3};
  cl_int out[lanes];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, lanes, lanes);
  return probe_compare(what, out, truth, lanes);
}

int main(void) {
  const Probe p = probe_open();
  probe_expect_hang("running a loop of three iterations", 60);
  int wrong = show(&p, "while (work_group_any(y > 0))",
                   KERNEL("  while (work_group_any(y > 0)) { --y; ++count; }\n"));
  wrong |=
      show(&p, "do .. while (--left > 0 && work_group_reduce_max(y) > 0)",
           KERNEL("  int left = 3, most;\n"
                  "  do { most = work_group_reduce_max(y); ++count; } while (--left > 0 && most > 0);\n"));
  return wrong ? PROBE_BUG : PROBE_OK;
}

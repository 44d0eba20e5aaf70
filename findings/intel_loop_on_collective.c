// Rule (WGC.CF.1, WGC.CF.2): a loop that goes on while a collective says so is legal: all work-items get the
// same answer, and so meet the call in the same iterations. Done: one work-group of four, whose loop counts
// its own iterations: while (work_group_any(y > 0)), with y from 0 to 3 and one less each time; and do ..
// while, on the maximum of the local ids and on a counter that starts at 3. Must come: 3 in all work-items,
// for either loop. Came: Intel CPU runtime 2021.1.1, 2021.4.0 and 2022.2.1: nothing is written, though the
// kernel ends with success (the poison 0xa5a5a5a5 = -1515870811 is still there). Right on 2023.2.4 and later,
// and on PoCL 6.0 and 7.1.
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

// Rule (WGC.CF.2, WGC.PR.2): a barrier or a collective is legal in a loop that all work-items leave in the
// same iteration, and their variables stay theirs. Done: one work-group of four, `do { c = in[i]; } while
// (..)`, which goes round once, with a barrier in it, then with work_group_any(in[i] < 3) as its condition,
// with PoCL's work-group method cbs (POCL_WORK_GROUP_METHOD=cbs, which this program sets itself). Must come:
// 7 5 6 8, twice. Came: PoCL 6.0 (6.0+debian) and 7.1 (7.1+debian): anything in all work-items (6.0 is not
// asked for the collective, which takes it down with this method); right where the loop may go round twice,
// and with the methods loops and loopvec. Other drivers do not know the variable.
#include "probe.h"

#define KERNEL(body, condition)                                    \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int i = get_global_id(0), c = 0;\n"                           \
  "  do { c = in[i]; " body "} while (" condition                  \
  ");\n"                                                           \
  "  out[i] = c;\n"                                                \
  "}\n"

enum { items = 4 };

static int show(const Probe* p, const char* what, const char* source) {
  static const cl_int in[items] = {7, 5, 6, 8};
  cl_int out[items];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, items, items);
  return probe_compare(what, out, in, items);
}

int main(int argc, char** argv) {
  (void)argv;
  setenv("POCL_WORK_GROUP_METHOD", "cbs", 1);
  setenv("POCL_KERNEL_CACHE", "0", 1);  // what was compiled with another method is of no use
  const Probe p = probe_open();
  int wrong = show(&p, "barrier", KERNEL("barrier(CLK_LOCAL_MEM_FENCE); ", "in[0] < 3"));
  if (!wrong || argc > 1)  // PoCL 6.0 would not come back
    wrong += show(&p, "work_group_any", KERNEL("", "work_group_any(in[i] < 3)"));
  return wrong ? PROBE_BUG : PROBE_OK;
}

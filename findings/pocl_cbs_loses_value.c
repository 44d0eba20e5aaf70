// Rule: WGC.CF.2, WGC.PR.2: a barrier or a collective is legal in a loop that all work-items leave in the
// same iteration, and each work-item keeps its variables.
// Program: One work-group of four; `do { c = in[i]; } while (..)` with one iteration, with a barrier in it,
// then with work_group_any(in[i] < 3) as its condition. The program sets PoCL's work-group method
// (POCL_WORK_GROUP_METHOD=cbs); other drivers ignore this variable.
// Expected: 7 5 6 8, twice.
// Observed: PoCL 6.0 (6.0+debian) and 7.1 (7.1+debian): any value in all work-items. On 6.0 the second loop
// is skipped: the collective crashes it with this method.
// Correct: if the loop may have two iterations, and with the methods loops and loopvec.
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
  setenv("POCL_KERNEL_CACHE", "0", 1);  // may contain kernels of another method
  const Probe p = probe_open();
  int wrong = show(&p, "barrier", KERNEL("barrier(CLK_LOCAL_MEM_FENCE); ", "in[0] < 3"));
  if (!wrong || argc > 1)  // the second kernel crashes PoCL 6.0
    wrong += show(&p, "work_group_any", KERNEL("", "work_group_any(in[i] < 3)"));
  return wrong ? PROBE_BUG : PROBE_OK;
}

// Rule: WGC.CF.1, WGC.CF.2, WGC.BC.1: a collective in a branch is legal if all work-items of the work-group
// take the same side; other work-groups may differ. A collective after the branch is then correct in all
// work-groups.
// Program: Two work-groups of four. Group 1 skips what group 0 takes: a branch with one collective; a branch
// in a branch, with a collective on each side; the same with barriers only; a case of a switch with one
// collective; a loop with one barrier; such a loop with a branch around it. In the last three kernels, both
// groups skip a return in a case of a switch, a return in a loop, or a loop in a loop. Then all call
// work_group_broadcast(get_local_id(0), 1).
// Expected: 1 in all work-items.
// Observed: PoCL 7.1 (7.1+debian), with default settings: not 1 in the groups that skip, except for the
// single branch. PoCL 6.0 (6.0+debian): not 1 with the single branch, the switch and the loops, and correct
// with the return in a case. The branch in a branch crashes its compiler (pocl_branch_compiler_abort.c), so
// it runs there only if an argument is given.
// Correct: on 7.1 with the work-group method cbs; on every Intel runtime.
#include "probe.h"

#define KERNEL(branch)                                             \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int i = get_global_id(0), l = get_local_id(0), c = 0;\n"      \
  "  if (get_group_id(0) == 0) {\n" branch                         \
  "  }\n"                                                          \
  "  out[i] = work_group_broadcast(l, 1);\n"                       \
  "  out[i + 8] = c;\n"                                            \
  "}\n"

#define SKIPPED(skipped)                                           \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  int i = get_global_id(0), l = get_local_id(0), c = 0;\n"      \
  "  " skipped                                                     \
  "\n"                                                             \
  "  out[i] = work_group_broadcast(l, 1);\n"                       \
  "  out[i + 8] = c;\n"                                            \
  "}\n"

#define LOOP(body)                                                               \
  "__kernel void k(__global const int *in, __global int *out) {\n"               \
  "  int i = get_global_id(0), l = get_local_id(0), n = get_group_id(0) == 0;\n" \
  "  for (int q = 0; q < n; ++q) " body                                          \
  "\n"                                                                           \
  "  out[i] = work_group_broadcast(l, 1);\n"                                     \
  "}\n"

enum { lanes = 4, items = 8 };

static int show(const Probe* p, const char* what, const char* source) {
  static const cl_int in[items] = {5, 5, 5, 5, 5, 5, 5, 5}, truth[items] = {1, 1, 1, 1, 1, 1, 1, 1};
  cl_int out[2 * items];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, items, lanes);
  return probe_compare(what, out, truth, items);
}

int main(int argc, char** argv) {
  (void)argv;
  const Probe p = probe_open();
  int wrong = show(&p, "one branch", KERNEL("    c = work_group_reduce_add(l);\n"));
  if (!wrong || argc > 1) {  // the branch in a branch crashes PoCL 6.0
    wrong |= show(&p, "a branch in a branch",
                  KERNEL("    if (in[0] > 3) c = work_group_reduce_add(l);\n"
                         "    else c = work_group_reduce_max(l);\n"));
    wrong |=
        show(&p, "a branch in a branch, barriers alone",
             KERNEL("    if (in[0] > 3) barrier(CLK_LOCAL_MEM_FENCE);\n"
                    "    else { barrier(CLK_LOCAL_MEM_FENCE); c = 2; barrier(CLK_LOCAL_MEM_FENCE); }\n"));
  }
  wrong |= show(&p, "a case of a switch",
                KERNEL("    switch (in[0]) { case 5: c = work_group_reduce_add(l); }\n"));
  wrong |= show(&p, "a loop", LOOP("barrier(CLK_LOCAL_MEM_FENCE);"));
  wrong |= show(&p, "a branch in a loop", LOOP("if (in[0] > 3) barrier(CLK_LOCAL_MEM_FENCE);"));
  wrong |= show(&p, "a return in a case of a switch",
                SKIPPED("switch (in[0]) { case 0: if (in[1] > 2) return; c = max(c, 3); case 1: ; }"));
  wrong |=
      show(&p, "a return in a loop",
           SKIPPED("for (uint q = get_group_id(0); q > 0; q = 0) { c = in[i]; if (q >= in[0]) return; }"));
  wrong |= show(&p, "a loop in a loop",
                SKIPPED("for (int q = 0; q < get_group_id(0); ++q)\n"
                        "    for (int r = 0; r < q; ++r) c = max(in[i], 0) + in[l];"));
  return wrong ? PROBE_BUG : PROBE_OK;
}

// Rule (WGC.CF.1, WGC.CF.2, WGC.BC.1): a collective under a branch is legal if all work-items of the
// work-group take the same way, whatever other work-groups do; a collective after the branch then works in
// those that took it and in those that did not. Done: two work-groups of four. Group 0 takes a branch with
// one collective (the first kernel), or with another branch in it, one collective in either arm (the second),
// or the same with barriers alone (the third), or has a case of a switch with one collective, or a loop with
// one barrier, or with a branch around it; group 1 skips it. In the last three kernels all skip a return in a
// case of a switch, or a return in a loop, or a loop in a loop. After it all of them call
// work_group_broadcast(get_local_id(0), 1). Must come: 1 in all work-items. Came: PoCL 7.1 (7.1+debian), with
// all settings at their defaults: not 1 in all that skip, but with the single branch. PoCL 6.0 (6.0+debian):
// the same with the single branch, the switch and the loops, and right with the return in a case; of the
// branch in a branch its compiler dies, which pocl_branch_compiler_abort.c is about, so that it is tried only
// if an argument is given. Right on 7.1 with the work-group method cbs, and on every Intel runtime.
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
  if (!wrong || argc > 1) {  // PoCL 6.0 would not come back
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

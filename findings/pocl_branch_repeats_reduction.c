// Rule: WGC.CF.1, WGC.CF.2, WGC.RD.1, WGC.SC.2: a collective in a branch is legal if all work-items of the
// work-group take the same side; other work-groups may differ. It returns the same as without the branch.
// Program: The condition is the parity of the group id, so it is the same in a whole work-group. Even groups
// of four call the tested collective, odd ones work_group_broadcast(x, 0). Group 0 has 1 2 3 4. Then the same
// without a branch, and with the same three collectives on both sides, as in the form `branch` of wgcts,
// which has nine.
// Expected: in group 0: reduce_add 10 10 10 10, reduce_max 4 4 4 4, scan_inclusive_add 1 3 6 10.
// Observed: PoCL 6.0 (6.0+debian), in the branch: reduce_add is 37 37 37 37 = 1 + 4 * (2 + 3 + 4), and
// scan_inclusive_add 1 6 21 56, four scans one after another. So each of the four work-items does the
// accumulation that only one must do: n work-items give a0 + n * (a1 + ... + a(n-1)). min and max cannot show
// it. The same happens to reduce_add of uint, long, ulong, float and double, in work-groups of 3 to 1024,
// with -cl-opt-disable, and with POCL_WORK_GROUP_METHOD=loops and =loopvec. With the same nine reduce_add on
// both sides, the first of each side and the last of the first side are wrong, and none between them; with
// one on each side, none is wrong.
// Correct: without the branch; on PoCL 7.1, Intel 2025.3.3 and 2026.2.0.
#include "probe.h"

#define CALL(name) "work_group_" name "(in[get_global_id(0)])"
#define OTHER "work_group_broadcast(in[get_global_id(0)], 0)"
#define BODY(then, other)                                          \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  if (get_group_id(0) % 2 == 0)\n"                              \
  "    out[get_global_id(0)] = " then                              \
  ";\n"                                                            \
  "  else\n"                                                       \
  "    out[get_global_id(0)] = " other                             \
  ";\n"                                                            \
  "}\n"
#define THREE CALL("reduce_add") "; int b = " CALL("reduce_min") "; int c = " CALL("reduce_max")
#define ALIKE                                                      \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  if (get_group_id(0) % 2 == 0) {\n"                            \
  "    int a = " THREE                                             \
  ";\n"                                                            \
  "    out[get_global_id(0)] = a + 0 * (b + c);\n"                 \
  "  } else {\n"                                                   \
  "    int a = " THREE                                             \
  ";\n"                                                            \
  "    out[get_global_id(0)] = b + 0 * (a + c);\n"                 \
  "  }\n"                                                          \
  "}\n"
#define STRAIGHT(call)                                             \
  "__kernel void k(__global const int *in, __global int *out) {\n" \
  "  out[get_global_id(0)] = " call                                \
  ";\n"                                                            \
  "}\n"

enum { lanes = 4, groups = 2, items = groups * lanes };

// Returns 1 if group 0, or in a branch group 1, is wrong.
static int show(const Probe* p, const char* what, const char* source, const cl_int* truth, int branch) {
  static const cl_int in[items] = {1, 2, 3, 4, 50, 60, 70, 80};
  cl_int out[items];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, items, lanes);
  int wrong = memcmp(out, truth, lanes * sizeof *truth) != 0;
  for (int i = lanes; branch && i < items; ++i) wrong |= out[i] != in[lanes];
  printf("%s: %d %d %d %d, must be %d %d %d %d: %s\n", what, out[0], out[1], out[2], out[3], truth[0],
         truth[1], truth[2], truth[3], wrong ? "WRONG" : "right");
  return wrong;
}

int main(void) {
  static const cl_int sum[lanes] = {10, 10, 10, 10}, max[lanes] = {4, 4, 4, 4}, prefix[lanes] = {1, 3, 6, 10};
  const Probe p = probe_open();
  int wrong = show(&p, "reduce_add, no branch", STRAIGHT(CALL("reduce_add")), sum, 0);
  wrong |= show(&p, "reduce_add, branch", BODY(CALL("reduce_add"), OTHER), sum, 1);
  wrong |= show(&p, "reduce_add, the same three calls in either arm", ALIKE, sum, 1);
  wrong |= show(&p, "reduce_max, branch", BODY(CALL("reduce_max"), OTHER), max, 1);
  wrong |= show(&p, "scan_inclusive_add, no branch", STRAIGHT(CALL("scan_inclusive_add")), prefix, 0);
  wrong |= show(&p, "scan_inclusive_add, branch", BODY(CALL("scan_inclusive_add"), OTHER), prefix, 1);
  return wrong ? PROBE_BUG : PROBE_OK;
}

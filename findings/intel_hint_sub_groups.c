// Rule: WGC.ND.5, WGC.CF.4: vec_type_hint and sub-group functions change no other result of a kernel.
// Program: A work-group of four: each work-item adds the counter of a loop of three iterations, 4, 2 and 1,
// and the loop contains a barrier or a collective. The kernel has vec_type_hint(float4), and multiplies the
// sum by sub_group_all(1), which is 1. Then the same without the hint, without the sub-group function, and
// without both. Expected: 7 in all work-items. Observed: Intel's CPU runtime, 2021.4.0 to 2026.2.0: 13 14 15
// 16, with the barrier and with the collective. Correct: without the hint, or without the sub-group function.
#include "probe.h"

#define SUB_GROUPS "sub_group_all(1)"
#define HINT "__attribute__((vec_type_hint(float4)))"
#define KERNEL(attribute, meeting, factor)                 \
  "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"   \
  "__kernel " attribute                                    \
  " void k(__global const int *in, __global int *out) {\n" \
  "  int i = get_global_id(0), c = 0;\n"                   \
  "  for (int d = in[0]; d > 0; d /= 2) {\n"               \
  "    c += d;\n"                                          \
  "    " meeting                                           \
  ";\n"                                                    \
  "  }\n"                                                  \
  "  out[i] = c * " factor                                 \
  ";\n"                                                    \
  "}\n"

static int wrong(const Probe* p, const char* what, const char* source) {
  enum { lanes = 4 };
  static const cl_int in[lanes] = {4, 4, 4, 4}, truth[lanes] = {7, 7, 7, 7};
  cl_int out[lanes];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, lanes, lanes);
  return probe_compare(what, out, truth, lanes);
}

int main(void) {
  const Probe p = probe_open();
  probe_require_sub_groups(&p);
  int control = wrong(&p, "neither", KERNEL("", "barrier(CLK_LOCAL_MEM_FENCE)", "1"));
  control += wrong(&p, "the hint", KERNEL(HINT, "barrier(CLK_LOCAL_MEM_FENCE)", "1"));
  control += wrong(&p, "a sub-group function", KERNEL("", "barrier(CLK_LOCAL_MEM_FENCE)", SUB_GROUPS));
  if (control) probe_inconclusive("a loop with a barrier is already wrong");
  int both = wrong(&p, "the hint and a sub-group function",
                   KERNEL(HINT, "barrier(CLK_LOCAL_MEM_FENCE)", SUB_GROUPS));
  both += wrong(&p, "the same with a collective", KERNEL(HINT, "work_group_any(1)", SUB_GROUPS));
  return both ? PROBE_BUG : PROBE_OK;
}

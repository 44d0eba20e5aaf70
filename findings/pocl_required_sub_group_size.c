// Rule: OpenCL C, Sub-Group Functions; none of collectives: sub_group_reduce_add(1) is the number of
// work-items of the sub-group, which get_sub_group_size() returns. Program: One work-group of three, whose
// kernel requires sub-groups of 16. Then the same without that requirement. Expected: sum and size 3 3 3 3 3
// 3, twice. Observed: PoCL 6.0 (6.0+debian), with the requirement: the size is 16, and the sum, of ones,
// is 6. Correct: without the requirement. PoCL 7.1 has no sub-groups.
#include "probe.h"

#define KERNEL(attribute)                                        \
  "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"         \
  "__kernel " attribute                                          \
  " void k(__global const int *in, __global int *out) {\n"       \
  "  out[2 * get_global_id(0)] = sub_group_reduce_add(in[0]);\n" \
  "  out[2 * get_global_id(0) + 1] = get_sub_group_size();\n"    \
  "}\n"

static int wrong(const Probe* p, const char* what, const char* source) {
  enum { lanes = 3, results = 2 * lanes };
  static const cl_int in[lanes] = {1, 1, 1}, truth[results] = {3, 3, 3, 3, 3, 3};
  cl_int out[results];
  probe_run(p, probe_build(p, source, ""), in, sizeof in, out, sizeof out, lanes, lanes);
  return probe_compare(what, out, truth, results);
}

int main(void) {
  const Probe p = probe_open();
  probe_require_sub_groups(&p);
  if (!probe_has_extension(&p, "cl_intel_required_subgroup_size"))
    probe_inconclusive("no required sub-group size");
  if (wrong(&p, "no requirement", KERNEL(""))) probe_inconclusive("sub-group functions are already wrong");
  return wrong(&p, "sub-groups of 16", KERNEL("__attribute__((intel_reqd_sub_group_size(16)))")) ? PROBE_BUG
                                                                                                 : PROBE_OK;
}

// The scan of LLVM's libclc (libclc/clc/lib/generic/collective/clc_work_group_scan.inc), step by step in one
// kernel.
// Done: one work-group of 512 work-items scans 512 ones. Must come: 1 2 3 ... 512. Came, where a work-group
// has more sub-groups than its first sub-group has work-items: wrong sums from the second sub-group behind
// that many on. The first sub-group scans the sums of the sub-groups, one for each of its work-items, and the
// other sums stay as they are.
// Exit code 77 where the device has no sub-groups, or no more of them than work-items in one.
#include "../probe.h"

enum { items = 512 };

int main(void) {
  const Probe p = probe_open();
  static cl_int in[items], truth[items], out[items];
  for (int i = 0; i < items; ++i) {
    in[i] = 1;
    truth[i] = i + 1;
  }
  const char* source =
      "#if defined(cl_khr_subgroups) || defined(__opencl_c_subgroups)\n"
      "__kernel void k(__global const int *in, __global int *out) {\n"
      "  __local int scratch[512];\n"
      "  int t = sub_group_scan_inclusive_add(in[get_global_id(0)]);\n"
      "  uint n = get_num_sub_groups(), i = get_sub_group_id(), l = get_sub_group_local_id();\n"
      "  if (l == get_sub_group_size() - 1) scratch[i] = t;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  if (i == 0) {\n"
      "    int s = sub_group_scan_inclusive_add(l < n ? scratch[l] : 0);\n"
      "    if (l < n) scratch[l] = s;\n"
      "  }\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  out[get_global_id(0)] = n <= get_sub_group_size() ? -1 : i == 0 ? t : t + scratch[i - 1];\n"
      "}\n"
      "#else\n"
      "__kernel void k(__global const int *in, __global int *out) { out[get_global_id(0)] = -1; }\n"
      "#endif\n";
  probe_run(&p, probe_build(&p, source, ""), in, sizeof in, out, sizeof out, items, items);
  if (out[0] == -1)
    probe_inconclusive("the work-group has no more sub-groups than the first one has work-items");
  return probe_compare("a scan of ones", out, truth, items) ? PROBE_BUG : PROBE_OK;
}

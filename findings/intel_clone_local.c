// Rule: WGC.LA.5: a clone of a kernel has the arguments that were set before.
// Program: A work-group of 64. Each work-item writes its id to local memory, a kernel argument of 64 ints,
// and after a barrier to the output. First the kernel is launched, then its clone. Expected: 0 to 63, twice.
// Observed: Intel's CPU runtime, 2021.4.0 to 2024.2.2: the kernel is right, and the launch of the clone ends
// in SIGSEGV. Correct: in a work-group of 16, and on other drivers. On 2021.1.1, clones of larger kernels
// with local memory crash in the same way (wgcts, form `twice`, variant `cloned`).
#include "probe.h"

static const char source[] =
    "__kernel void k(__global int *out, __local int *kept) {\n"
    "  kept[get_local_id(0)] = get_local_id(0);\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[get_global_id(0)] = kept[get_local_id(0)];\n"
    "}\n";

int main(void) {
  enum { items = 64 };
  probe_in_child();
  const Probe p = probe_open_any();
  const cl_kernel kernel = probe_build(&p, source, "");
  probe_check(clSetKernelArg(kernel, 1, items * sizeof(cl_int), NULL), "clSetKernelArg");
  if (probe_compare_ids("the kernel", &p, kernel, 0, items)) probe_inconclusive("the kernel is wrong too");
  cl_int error;
  const cl_kernel clone = clCloneKernel(kernel, &error);
  probe_check(error, "clCloneKernel");
  probe_expect_death("launching the clone");
  return probe_compare_ids("its clone", &p, clone, 0, items) ? PROBE_BUG : PROBE_OK;
}

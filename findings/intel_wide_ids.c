// Rule: WGC.ID.2: global ids contain the offset. They are of type size_t, so all fit if
// CL_DEVICE_ADDRESS_BITS is 64.
// Program: One work-group of 16. `size_t i = get_global_id(0) - get_global_offset(0)` is the index of the
// output, and the value is (uint)i. First with the offset 0, then with 2^31, so that each global id needs 32
// bits. The kernel has no collective.
// Expected: 0 to 15, twice.
// Observed: Intel's CPU runtime, 2021.4.0 to 2024.2.2: 0 to 15 with the offset 0, and SIGSEGV at the launch
// with the other. The same happens with each offset from 2^31 on, and with a collective in the kernel.
// Correct: with a value that does not depend on i, with an offset of 2^31 - 8, in a work-group of 8, and on
// other drivers.
#include "probe.h"

static const char source[] =
    "__kernel void k(__global int *out) {\n"
    "  size_t i = get_global_id(0) - get_global_offset(0);\n"
    "  out[i] = (uint)i;\n"
    "}\n";

int main(void) {
  probe_in_child();
  const Probe p = probe_open_any();
  cl_uint bits = 0;
  clGetDeviceInfo(p.device, CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits, NULL);
  if (bits < 64) probe_inconclusive("addresses have fewer than 64 bits");
  const cl_kernel kernel = probe_build(&p, source, "");
  if (probe_compare_ids("offset 0", &p, kernel, 0, 16))
    probe_inconclusive("it is wrong without an offset too");
  probe_expect_death("launching with an offset of 2^31");
  return probe_compare_ids("offset 2^31", &p, kernel, (size_t)1 << 31, 16) ? PROBE_BUG : PROBE_OK;
}

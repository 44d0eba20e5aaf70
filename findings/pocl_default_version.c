// Rule: WGC.AV.6: without -cl-std, a program is OpenCL C 1.x, of the highest version that the device
// supports, and has no collectives.
// Program: Built without options. The kernel returns __OPENCL_C_VERSION__.
// Expected: at most 120.
// Observed: PoCL 6.0 (6.0+debian) and 7.1 (7.1+debian): 300, although CL_DEVICE_OPENCL_C_VERSION is OpenCL C
// 1.2. A program without -cl-std has the collectives there.
// Correct: on every Intel runtime: 120.
#include "probe.h"

int main(void) {
  static const cl_int in[1];
  cl_int version;
  Probe p = probe_open();
  p.standard = "";
  const cl_kernel kernel = probe_build(&p,
                                       "__kernel void k(__global const int *in, __global int *out) {\n"
                                       "  out[get_global_id(0)] = __OPENCL_C_VERSION__;\n"
                                       "}\n",
                                       "");
  probe_run(&p, kernel, in, sizeof in, &version, sizeof version, 1, 1);
  printf("__OPENCL_C_VERSION__ without -cl-std: %d\n", version);
  return version >= 200 ? PROBE_BUG : PROBE_OK;
}

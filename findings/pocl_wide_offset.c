// Rule: WGC.ND.6: get_global_offset returns the offset of the enqueue call. It is of type size_t, so all bits
// fit if CL_DEVICE_ADDRESS_BITS is 64.
// Program: One work-item, launched with the offset 2^33 + 37. It stores the low 32 bits of
// get_global_offset(0), and then the higher bits. The kernel has no collective.
// Expected: 37 2.
// Observed: PoCL 6.0 and 7.1: 37 0. A store of the whole 64 bits has them, and so has one of
// (ulong)(uint)get_global_offset(0), which must be 37.
// Correct: with an offset of 37, with get_global_id(0) >> 32, and on other drivers.
#include "probe.h"

static const char source[] =
    "__kernel void k(__global uint *out) {\n"
    "  out[0] = (uint)get_global_offset(0);\n"
    "  out[1] = (uint)(get_global_offset(0) >> 32);\n"
    "}\n";

static int compare(const Probe* p, cl_kernel kernel, const char* what, size_t offset, cl_int high) {
  const size_t one = 1;
  const cl_int truth[2] = {37, high};
  cl_int out[2] = {-1, -1}, error;
  const cl_mem to = clCreateBuffer(p->context, CL_MEM_COPY_HOST_PTR, sizeof out, out, &error);
  probe_check(error, "clCreateBuffer");
  probe_check(clSetKernelArg(kernel, 0, sizeof to, &to), "clSetKernelArg");
  probe_check(clEnqueueNDRangeKernel(p->queue, kernel, 1, &offset, &one, &one, 0, NULL, NULL),
              "clEnqueueNDRangeKernel");
  probe_check(clEnqueueReadBuffer(p->queue, to, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL),
              "clEnqueueReadBuffer");
  return probe_compare(what, out, truth, 2);
}

int main(void) {
  const Probe p = probe_open_any();
  cl_uint bits = 0;
  clGetDeviceInfo(p.device, CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits, NULL);
  if (bits < 64 || sizeof(size_t) < 8) probe_inconclusive("addresses have fewer than 64 bits");
  const cl_kernel kernel = probe_build(&p, source, "");
  if (compare(&p, kernel, "offset 37", 37, 0)) probe_inconclusive("it is wrong with a small offset too");
  return compare(&p, kernel, "offset 2^33 + 37", ((size_t)1 << 33) + 37, 2) ? PROBE_BUG : PROBE_OK;
}

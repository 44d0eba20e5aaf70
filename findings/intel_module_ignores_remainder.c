// Rule: WGC.ND.3: a program made by clCreateProgramWithIL supports work-groups of different sizes, unless it
// is built with -cl-uniform-work-group-size. OpSource has no semantic impact (SPIR-V, 3.52.2).
// Program: A SPIR-V module whose kernel stores WorkgroupSize, which is get_local_size(0), launched with 7
// work-items in work-groups of 4. The kernel has no collective.
// Expected: 4 4 4 4 3 3 3, and nothing behind them.
// Observed: without OpSource, Intel since 2024: 4 4 4 4 4 4 4 4. The second work-group has a fourth
// work-item, which is outside of the NDRange. It writes the last 4. Intel before 2024 refuses the launch
// with CL_INVALID_WORK_GROUP_SIZE.
// Correct: the same module with OpSource OpenCL_C 200000.
#include "probe.h"

static const cl_uint before_source[] = {
    // clang-format off
    0x07230203, 0x10000, 0, 19, 0,
    0x20011, 4,                    // OpCapability Addresses
    0x20011, 6,                    // OpCapability Kernel
    0x20011, 11,                   // OpCapability Int64
    0x3000e, 2, 2,                 // OpMemoryModel Physical64 OpenCL
    0x6000f, 6, 1, 0x6b, 2, 3,     // OpEntryPoint Kernel %k "k" %gid %lsize
    // clang-format on
};
static const cl_uint op_source[] = {0x30003, 3, 200000};  // OpSource OpenCL_C 200000
static const cl_uint after_source[] = {
    // clang-format off
    0x40047, 2, 11, 28,            // OpDecorate %gid BuiltIn GlobalInvocationId
    0x30047, 2, 22,                // OpDecorate %gid Constant
    0x40047, 3, 11, 25,            // OpDecorate %lsize BuiltIn WorkgroupSize
    0x30047, 3, 22,                // OpDecorate %lsize Constant
    0x20013, 4,                    // %void = OpTypeVoid
    0x40015, 5, 32, 0,             // %uint = OpTypeInt 32 0
    0x40015, 6, 64, 0,             // %ulong = OpTypeInt 64 0
    0x40017, 7, 6, 3,              // %v3 = OpTypeVector %ulong 3
    0x40020, 8, 1, 7,              // %in = OpTypePointer Input %v3
    0x40020, 9, 5, 5,              // %ptr = OpTypePointer CrossWorkgroup %uint
    0x40021, 10, 4, 9,             // %fn = OpTypeFunction %void %ptr
    0x4003b, 8, 2, 1,              // %gid = OpVariable %in Input
    0x4003b, 8, 3, 1,              // %lsize = OpVariable %in Input
    0x50036, 4, 1, 0, 10,          // %k = OpFunction %void None %fn
    0x30037, 9, 11,                // %out = OpFunctionParameter %ptr
    0x200f8, 12,                   // %entry = OpLabel
    0x4003d, 7, 13, 2,             // %g = OpLoad %v3 %gid
    0x50051, 6, 14, 13, 0,         // %i = OpCompositeExtract %ulong %g 0
    0x4003d, 7, 15, 3,             // %l = OpLoad %v3 %lsize
    0x50051, 6, 16, 15, 0,         // %n = OpCompositeExtract %ulong %l 0
    0x40071, 5, 17, 16,            // %n32 = OpUConvert %uint %n
    0x50046, 9, 18, 11, 14,        // %at = OpInBoundsPtrAccessChain %ptr %out %i
    0x5003e, 18, 17, 2, 4,         // OpStore %at %n32 Aligned 4
    0x100fd,                       // OpReturn
    0x10038,                       // OpFunctionEnd
    // clang-format on
};

static int compare(const Probe* p, const char* what, int has_source) {
  cl_uint module[128];  // 115 words
  size_t bytes = sizeof before_source;
  memcpy(module, before_source, bytes);
  if (has_source) memcpy((char*)module + bytes, op_source, sizeof op_source), bytes += sizeof op_source;
  memcpy((char*)module + bytes, after_source, sizeof after_source), bytes += sizeof after_source;
  cl_int error;
  const cl_program program = clCreateProgramWithIL(p->context, module, bytes, &error);
  if (error || clBuildProgram(program, 1, &p->device, "", NULL, NULL))
    probe_inconclusive("the SPIR-V module does not build");
  const cl_kernel kernel = clCreateKernel(program, "k", &error);
  probe_check(error, "clCreateKernel");
  const size_t global = 7, local = 4;
  const cl_int truth[8] = {4, 4, 4, 4, 3, 3, 3, -1};
  cl_int out[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
  const cl_mem to = clCreateBuffer(p->context, CL_MEM_COPY_HOST_PTR, sizeof out, out, &error);
  probe_check(error, "clCreateBuffer");
  probe_check(clSetKernelArg(kernel, 0, sizeof to, &to), "clSetKernelArg");
  error = clEnqueueNDRangeKernel(p->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
  if (error) return printf("%s: clEnqueueNDRangeKernel returned %d\n", what, error), 1;
  probe_check(clEnqueueReadBuffer(p->queue, to, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL),
              "clEnqueueReadBuffer");
  return probe_compare(what, out, truth, 8);
}

int main(void) {
  const Probe p = probe_open_any();
  char il[256] = "";
  cl_uint bits = 0;
  cl_bool sizes = CL_TRUE;  // a device before OpenCL 3.0 does not know the query
  clGetDeviceInfo(p.device, CL_DEVICE_IL_VERSION, sizeof il, il, NULL);
  clGetDeviceInfo(p.device, CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits, NULL);
  clGetDeviceInfo(p.device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof sizes, &sizes, NULL);
  if (strstr(il, "SPIR-V_1.") == NULL || bits != 64) probe_inconclusive("no SPIR-V with 64-bit addresses");
  if (!sizes) probe_inconclusive("no work-groups of different sizes");
  if (compare(&p, "with OpSource", 1)) probe_inconclusive("it is wrong with OpSource, too");
  return compare(&p, "without OpSource", 0) ? PROBE_BUG : PROBE_OK;
}

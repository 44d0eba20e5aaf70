// A driver that exports OpenCL's functions, as drivers do that are installed as libOpenCL.so. It has only the
// functions that show what it is.
#include <CL/cl_icd.h>

#include <cstring>

extern const cl_icd_dispatch exporting_dispatch;

struct _cl_platform_id {
  const cl_icd_dispatch* dispatch = &exporting_dispatch;
};

extern "C" {
CL_API_ENTRY cl_int CL_API_CALL clGetPlatformIDs(cl_uint count, cl_platform_id* platforms,
                                                 cl_uint* count_ret) {
  static _cl_platform_id the_platform;
  if (count_ret != nullptr) *count_ret = 1;
  if (platforms != nullptr && count > 0) *platforms = &the_platform;
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id, cl_platform_info, size_t size, void* value,
                                                  size_t* size_ret) {
  constexpr char extensions[] = "cl_khr_icd";
  if (size_ret != nullptr) *size_ret = sizeof extensions;
  if (value != nullptr && size < sizeof extensions) return CL_INVALID_VALUE;
  if (value != nullptr) std::memcpy(value, extensions, sizeof extensions);
  return CL_SUCCESS;
}
}

const cl_icd_dispatch exporting_dispatch = [] {
  cl_icd_dispatch table{};
  table.clGetPlatformInfo = clGetPlatformInfo;
  return table;
}();

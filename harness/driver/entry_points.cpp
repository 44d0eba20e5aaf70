// The OpenCL functions that the suite calls. Each forwards to the selected library, so the program starts
// without an OpenCL loader.
#include <fmt/format.h>

#include <string_view>
#include <type_traits>

#include "harness/driver/device_session.hpp"
#include "harness/driver/drivers.hpp"

using wgcts::harness::Drivers;
using wgcts::harness::drivers;
using wgcts::harness::Unsupported;

namespace {

/// Called when a program is built.
using Notify = void(CL_CALLBACK*)(cl_program, void*);

void report_missing(cl_int* error) {
  if (error != nullptr) *error = CL_INVALID_OPERATION;
}
void report_missing(auto /*other*/) {}

/// OpenCL's functions have a C interface. An exception from one ends the worker like a crash of the driver.
auto call(auto function, auto... arguments) noexcept { return function(arguments...); }

/// Forwards the call to the library of `object`. Returns CL_INVALID_OPERATION for a function that the driver
/// lacks. Throws Unsupported if the loader lacks it, because the driver is then not at fault.
template <class Result, class... Parameters>
Result pass_for(const void* object, const char* name,
                Result (CL_API_CALL* cl_icd_dispatch::*member)(Parameters...),
                std::type_identity_t<Parameters>... arguments) {
  if (const auto function = drivers().function(name, member, object)) return call(function, arguments...);
  // Destructors and copies call the reference counting functions, so these must not throw.
  const std::string_view called(name);
  const bool counts = called.starts_with("clRetain") || called.starts_with("clRelease");
  if (!counts && drivers().kind() == Drivers::Kind::Loader)
    throw Unsupported{{"OpenCL loader", fmt::format("{} has no {}", drivers().exporting_file(), called)}};
  if constexpr (std::is_same_v<Result, cl_int>) {
    return CL_INVALID_OPERATION;
  } else {
    (report_missing(arguments), ...);
    return Result();
  }
}

template <class Result, class First, class... Rest>
Result pass(const char* name, Result (CL_API_CALL* cl_icd_dispatch::*member)(First, Rest...),
            std::type_identity_t<First> first, std::type_identity_t<Rest>... rest) {
  return pass_for(first, name, member, first, rest...);
}

}  // namespace

#define PASS(result, name, parameters, ...) \
  result CL_API_CALL name parameters { return pass(#name, &cl_icd_dispatch::name, __VA_ARGS__); }

cl_int CL_API_CALL clGetPlatformIDs(cl_uint count, cl_platform_id* platforms, cl_uint* count_ret) {
  return drivers().platform_ids(count, platforms, count_ret);
}

/// The context does not exist yet, so the first device selects the library.
cl_context CL_API_CALL clCreateContext(
    const cl_context_properties* properties, cl_uint count, const cl_device_id* devices,
    void(CL_CALLBACK* notify)(const char*, const void*, std::size_t, void*), void* user_data, cl_int* error) {
  return pass_for(count == 0 ? nullptr : *devices, "clCreateContext", &cl_icd_dispatch::clCreateContext,
                  properties, count, devices, notify, user_data, error);
}

PASS(cl_int, clBuildProgram,
     (cl_program program, cl_uint count, const cl_device_id* devices, const char* options, Notify notify,
      void* user_data),
     program, count, devices, options, notify, user_data)
PASS(cl_kernel, clCloneKernel, (cl_kernel kernel, cl_int* error), kernel, error)
PASS(cl_int, clCompileProgram,
     (cl_program program, cl_uint count, const cl_device_id* devices, const char* options, cl_uint headers,
      const cl_program* header_programs, const char** header_names, Notify notify, void* user_data),
     program, count, devices, options, headers, header_programs, header_names, notify, user_data)
PASS(cl_mem, clCreateBuffer,
     (cl_context context, cl_mem_flags flags, std::size_t size, void* host_memory, cl_int* error), context,
     flags, size, host_memory, error)
PASS(cl_command_queue, clCreateCommandQueueWithProperties,
     (cl_context context, cl_device_id device, const cl_queue_properties* properties, cl_int* error), context,
     device, properties, error)
PASS(cl_kernel, clCreateKernel, (cl_program program, const char* name, cl_int* error), program, name, error)
PASS(cl_program, clCreateProgramWithBinary,
     (cl_context context, cl_uint count, const cl_device_id* devices, const std::size_t* lengths,
      const unsigned char** binaries, cl_int* status, cl_int* error),
     context, count, devices, lengths, binaries, status, error)
PASS(cl_program, clCreateProgramWithIL,
     (cl_context context, const void* module, std::size_t length, cl_int* error), context, module, length,
     error)
PASS(cl_program, clCreateProgramWithSource,
     (cl_context context, cl_uint count, const char** texts, const std::size_t* lengths, cl_int* error),
     context, count, texts, lengths, error)
PASS(cl_int, clCreateSubDevices,
     (cl_device_id device, const cl_device_partition_property* properties, cl_uint room, cl_device_id* parts,
      cl_uint* count),
     device, properties, room, parts, count)
PASS(cl_int, clEnqueueFillBuffer,
     (cl_command_queue queue, cl_mem buffer, const void* pattern, std::size_t pattern_size,
      std::size_t offset, std::size_t size, cl_uint waits, const cl_event* wait_list, cl_event* event),
     queue, buffer, pattern, pattern_size, offset, size, waits, wait_list, event)
PASS(cl_int, clEnqueueNDRangeKernel,
     (cl_command_queue queue, cl_kernel kernel, cl_uint dim, const std::size_t* offset,
      const std::size_t* global, const std::size_t* local, cl_uint waits, const cl_event* wait_list,
      cl_event* event),
     queue, kernel, dim, offset, global, local, waits, wait_list, event)
PASS(cl_int, clEnqueueReadBuffer,
     (cl_command_queue queue, cl_mem buffer, cl_bool blocking, std::size_t offset, std::size_t size, void* to,
      cl_uint waits, const cl_event* wait_list, cl_event* event),
     queue, buffer, blocking, offset, size, to, waits, wait_list, event)
PASS(cl_int, clEnqueueSVMMap,
     (cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void* memory, std::size_t size,
      cl_uint waits, const cl_event* wait_list, cl_event* event),
     queue, blocking, flags, memory, size, waits, wait_list, event)
PASS(cl_int, clEnqueueSVMUnmap,
     (cl_command_queue queue, void* memory, cl_uint waits, const cl_event* wait_list, cl_event* event), queue,
     memory, waits, wait_list, event)
PASS(cl_int, clEnqueueWriteBuffer,
     (cl_command_queue queue, cl_mem buffer, cl_bool blocking, std::size_t offset, std::size_t size,
      const void* from, cl_uint waits, const cl_event* wait_list, cl_event* event),
     queue, buffer, blocking, offset, size, from, waits, wait_list, event)
PASS(cl_int, clFinish, (cl_command_queue queue), queue)
PASS(cl_int, clFlush, (cl_command_queue queue), queue)
PASS(cl_int, clGetDeviceIDs,
     (cl_platform_id platform, cl_device_type type, cl_uint room, cl_device_id* devices, cl_uint* count),
     platform, type, room, devices, count)
PASS(cl_int, clGetDeviceInfo,
     (cl_device_id device, cl_device_info what, std::size_t room, void* value, std::size_t* size), device,
     what, room, value, size)
PASS(cl_int, clGetEventInfo,
     (cl_event event, cl_event_info what, std::size_t room, void* value, std::size_t* size), event, what,
     room, value, size)
PASS(cl_int, clGetKernelWorkGroupInfo,
     (cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what, std::size_t room, void* value,
      std::size_t* size),
     kernel, device, what, room, value, size)
PASS(cl_int, clGetPlatformInfo,
     (cl_platform_id platform, cl_platform_info what, std::size_t room, void* value, std::size_t* size),
     platform, what, room, value, size)
PASS(cl_int, clGetProgramBuildInfo,
     (cl_program program, cl_device_id device, cl_program_build_info what, std::size_t room, void* value,
      std::size_t* size),
     program, device, what, room, value, size)
PASS(cl_int, clGetProgramInfo,
     (cl_program program, cl_program_info what, std::size_t room, void* value, std::size_t* size), program,
     what, room, value, size)
PASS(cl_program, clLinkProgram,
     (cl_context context, cl_uint count, const cl_device_id* devices, const char* options, cl_uint parts,
      const cl_program* programs, Notify notify, void* user_data, cl_int* error),
     context, count, devices, options, parts, programs, notify, user_data, error)
PASS(cl_int, clReleaseCommandQueue, (cl_command_queue queue), queue)
PASS(cl_int, clReleaseContext, (cl_context context), context)
PASS(cl_int, clReleaseDevice, (cl_device_id device), device)
PASS(cl_int, clReleaseEvent, (cl_event event), event)
PASS(cl_int, clReleaseKernel, (cl_kernel kernel), kernel)
PASS(cl_int, clReleaseMemObject, (cl_mem memory), memory)
PASS(cl_int, clReleaseProgram, (cl_program program), program)
PASS(cl_int, clRetainCommandQueue, (cl_command_queue queue), queue)
PASS(cl_int, clRetainContext, (cl_context context), context)
PASS(cl_int, clRetainDevice, (cl_device_id device), device)
PASS(cl_int, clRetainEvent, (cl_event event), event)
PASS(cl_int, clRetainKernel, (cl_kernel kernel), kernel)
PASS(cl_int, clRetainMemObject, (cl_mem memory), memory)
PASS(cl_int, clRetainProgram, (cl_program program), program)
PASS(void*, clSVMAlloc, (cl_context context, cl_svm_mem_flags flags, std::size_t size, cl_uint alignment),
     context, flags, size, alignment)
PASS(void, clSVMFree, (cl_context context, void* memory), context, memory)
PASS(cl_int, clSetKernelArg, (cl_kernel kernel, cl_uint index, std::size_t size, const void* value), kernel,
     index, size, value)
PASS(cl_int, clSetKernelArgSVMPointer, (cl_kernel kernel, cl_uint index, const void* value), kernel, index,
     value)

#undef PASS

// The OpenCL functions that the suite calls. Each forwards to the selected library, so the program starts
// without an OpenCL loader.
#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <type_traits>

#include "harness/driver/device_session.hpp"
#include "harness/driver/drivers.hpp"

using wgcts::harness::Drivers;
using wgcts::harness::drivers;
using wgcts::harness::Lacking;

namespace {

void report_missing(cl_int* error) {
  if (error != nullptr) *error = CL_INVALID_OPERATION;
}
void report_missing(auto /*other*/) {}

/// The functions of OpenCL are functions of C. An exception from one ends the worker, as a crash of the
/// driver.
auto call(auto function, auto... arguments) noexcept { return function(arguments...); }

/// Forwards the call to the library of `object`. A function that the driver lacks is an invalid operation.
/// Throws Lacking for one that the loader lacks, because the loader is not the driver.
template <class Object, class Result, class... Parameters>
Result pass_for(Object object, const char* name,
                Result (CL_API_CALL* cl_icd_dispatch::*member)(Parameters...),
                std::type_identity_t<Parameters>... arguments) {
  if (const auto function = drivers().function(name, member, object)) return call(function, arguments...);
  // Destructors and copies call the functions of reference counts.
  const std::string_view called(name);
  const bool counts = called.starts_with("clRetain") || called.starts_with("clRelease");
  if (!counts && drivers().kind() == Drivers::Kind::Loader)
    throw Lacking{{"OpenCL loader", fmt::format("{} has no {}", drivers().exporting_file(), called)}};
  if constexpr (std::is_same_v<Result, cl_int>) {
    return CL_INVALID_OPERATION;
  } else {
    (report_missing(arguments), ...);
    return Result();
  }
}

/// For functions whose first argument is the object, which are most of them.
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

/// Its only objects are in the list of devices.
cl_context CL_API_CALL clCreateContext(
    const cl_context_properties* properties, cl_uint count, const cl_device_id* devices,
    void(CL_CALLBACK* notify)(const char*, const void*, std::size_t, void*), void* user_data, cl_int* error) {
  return pass_for(count == 0 ? nullptr : *devices, "clCreateContext", &cl_icd_dispatch::clCreateContext,
                  properties, count, devices, notify, user_data, error);
}

PASS(cl_int, clBuildProgram,
     (cl_program program, cl_uint num_devices, const cl_device_id* device_list, const char* options,
      void(CL_CALLBACK* pfn_notify)(cl_program program, void* user_data), void* user_data),
     program, num_devices, device_list, options, pfn_notify, user_data)
PASS(cl_kernel, clCloneKernel, (cl_kernel source_kernel, cl_int* errcode_ret), source_kernel, errcode_ret)
PASS(cl_int, clCompileProgram,
     (cl_program program, cl_uint num_devices, const cl_device_id* device_list, const char* options,
      cl_uint num_input_headers, const cl_program* input_headers, const char** header_include_names,
      void(CL_CALLBACK* pfn_notify)(cl_program program, void* user_data), void* user_data),
     program, num_devices, device_list, options, num_input_headers, input_headers, header_include_names,
     pfn_notify, user_data)
PASS(cl_mem, clCreateBuffer,
     (cl_context context, cl_mem_flags flags, std::size_t size, void* host_ptr, cl_int* errcode_ret), context,
     flags, size, host_ptr, errcode_ret)
PASS(cl_command_queue, clCreateCommandQueueWithProperties,
     (cl_context context, cl_device_id device, const cl_queue_properties* properties, cl_int* errcode_ret),
     context, device, properties, errcode_ret)
PASS(cl_kernel, clCreateKernel, (cl_program program, const char* kernel_name, cl_int* errcode_ret), program,
     kernel_name, errcode_ret)
PASS(cl_program, clCreateProgramWithBinary,
     (cl_context context, cl_uint num_devices, const cl_device_id* device_list, const std::size_t* lengths,
      const unsigned char** binaries, cl_int* binary_status, cl_int* errcode_ret),
     context, num_devices, device_list, lengths, binaries, binary_status, errcode_ret)
PASS(cl_program, clCreateProgramWithIL,
     (cl_context context, const void* il, std::size_t length, cl_int* errcode_ret), context, il, length,
     errcode_ret)
PASS(cl_program, clCreateProgramWithSource,
     (cl_context context, cl_uint count, const char** strings, const std::size_t* lengths,
      cl_int* errcode_ret),
     context, count, strings, lengths, errcode_ret)
PASS(cl_int, clCreateSubDevices,
     (cl_device_id in_device, const cl_device_partition_property* properties, cl_uint num_devices,
      cl_device_id* out_devices, cl_uint* num_devices_ret),
     in_device, properties, num_devices, out_devices, num_devices_ret)
PASS(cl_int, clEnqueueFillBuffer,
     (cl_command_queue command_queue, cl_mem buffer, const void* pattern, std::size_t pattern_size,
      std::size_t offset, std::size_t size, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
      cl_event* event),
     command_queue, buffer, pattern, pattern_size, offset, size, num_events_in_wait_list, event_wait_list,
     event)
PASS(cl_int, clEnqueueNDRangeKernel,
     (cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
      const std::size_t* global_work_offset, const std::size_t* global_work_size,
      const std::size_t* local_work_size, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
      cl_event* event),
     command_queue, kernel, work_dim, global_work_offset, global_work_size, local_work_size,
     num_events_in_wait_list, event_wait_list, event)
PASS(cl_int, clEnqueueReadBuffer,
     (cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read, std::size_t offset,
      std::size_t size, void* ptr, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
      cl_event* event),
     command_queue, buffer, blocking_read, offset, size, ptr, num_events_in_wait_list, event_wait_list, event)
PASS(cl_int, clEnqueueSVMMap,
     (cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags, void* svm_ptr,
      std::size_t size, cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event),
     command_queue, blocking_map, flags, svm_ptr, size, num_events_in_wait_list, event_wait_list, event)
PASS(cl_int, clEnqueueSVMUnmap,
     (cl_command_queue command_queue, void* svm_ptr, cl_uint num_events_in_wait_list,
      const cl_event* event_wait_list, cl_event* event),
     command_queue, svm_ptr, num_events_in_wait_list, event_wait_list, event)
PASS(cl_int, clEnqueueWriteBuffer,
     (cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write, std::size_t offset,
      std::size_t size, const void* ptr, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
      cl_event* event),
     command_queue, buffer, blocking_write, offset, size, ptr, num_events_in_wait_list, event_wait_list,
     event)
PASS(cl_int, clFinish, (cl_command_queue command_queue), command_queue)
PASS(cl_int, clFlush, (cl_command_queue command_queue), command_queue)
PASS(cl_int, clGetDeviceIDs,
     (cl_platform_id platform, cl_device_type device_type, cl_uint num_entries, cl_device_id* devices,
      cl_uint* num_devices),
     platform, device_type, num_entries, devices, num_devices)
PASS(cl_int, clGetDeviceInfo,
     (cl_device_id device, cl_device_info param_name, std::size_t param_value_size, void* param_value,
      std::size_t* param_value_size_ret),
     device, param_name, param_value_size, param_value, param_value_size_ret)
PASS(cl_int, clGetEventInfo,
     (cl_event event, cl_event_info param_name, std::size_t param_value_size, void* param_value,
      std::size_t* param_value_size_ret),
     event, param_name, param_value_size, param_value, param_value_size_ret)
PASS(cl_int, clGetKernelWorkGroupInfo,
     (cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info param_name,
      std::size_t param_value_size, void* param_value, std::size_t* param_value_size_ret),
     kernel, device, param_name, param_value_size, param_value, param_value_size_ret)
PASS(cl_int, clGetPlatformInfo,
     (cl_platform_id platform, cl_platform_info param_name, std::size_t param_value_size, void* param_value,
      std::size_t* param_value_size_ret),
     platform, param_name, param_value_size, param_value, param_value_size_ret)
PASS(cl_int, clGetProgramBuildInfo,
     (cl_program program, cl_device_id device, cl_program_build_info param_name, std::size_t param_value_size,
      void* param_value, std::size_t* param_value_size_ret),
     program, device, param_name, param_value_size, param_value, param_value_size_ret)
PASS(cl_int, clGetProgramInfo,
     (cl_program program, cl_program_info param_name, std::size_t param_value_size, void* param_value,
      std::size_t* param_value_size_ret),
     program, param_name, param_value_size, param_value, param_value_size_ret)
PASS(cl_program, clLinkProgram,
     (cl_context context, cl_uint num_devices, const cl_device_id* device_list, const char* options,
      cl_uint num_input_programs, const cl_program* input_programs,
      void(CL_CALLBACK* pfn_notify)(cl_program program, void* user_data), void* user_data,
      cl_int* errcode_ret),
     context, num_devices, device_list, options, num_input_programs, input_programs, pfn_notify, user_data,
     errcode_ret)
PASS(cl_int, clReleaseCommandQueue, (cl_command_queue command_queue), command_queue)
PASS(cl_int, clReleaseContext, (cl_context context), context)
PASS(cl_int, clReleaseDevice, (cl_device_id device), device)
PASS(cl_int, clReleaseEvent, (cl_event event), event)
PASS(cl_int, clReleaseKernel, (cl_kernel kernel), kernel)
PASS(cl_int, clReleaseMemObject, (cl_mem memobj), memobj)
PASS(cl_int, clReleaseProgram, (cl_program program), program)
PASS(cl_int, clRetainCommandQueue, (cl_command_queue command_queue), command_queue)
PASS(cl_int, clRetainContext, (cl_context context), context)
PASS(cl_int, clRetainDevice, (cl_device_id device), device)
PASS(cl_int, clRetainEvent, (cl_event event), event)
PASS(cl_int, clRetainMemObject, (cl_mem memobj), memobj)
PASS(cl_int, clRetainProgram, (cl_program program), program)
PASS(void*, clSVMAlloc, (cl_context context, cl_svm_mem_flags flags, std::size_t size, cl_uint alignment),
     context, flags, size, alignment)
PASS(void, clSVMFree, (cl_context context, void* svm_pointer), context, svm_pointer)
PASS(cl_int, clSetKernelArg,
     (cl_kernel kernel, cl_uint arg_index, std::size_t arg_size, const void* arg_value), kernel, arg_index,
     arg_size, arg_value)
PASS(cl_int, clSetKernelArgSVMPointer, (cl_kernel kernel, cl_uint arg_index, const void* arg_value), kernel,
     arg_index, arg_value)

#undef PASS

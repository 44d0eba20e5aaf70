// How a call goes on to the driver: as it came, but for entry points that need something done besides.
#pragma once

#include <CL/cl_layer.h>

#include "arguments.hpp"
#include "calls.hpp"
#include "handles.hpp"
#include "launching.hpp"
#include "making.hpp"
#include "platforms.hpp"
#include "programs.hpp"
#include "target.hpp"

namespace wgfault {

// To the driver, by way of what some entry points need done besides.
template <auto Entry>
struct Forward {
  template <typename... Args>
  static auto to(const Call*, Args... args) {
    return (target.*Entry)(args...);
  }
};
template <>
struct Forward<&cl_icd_dispatch::clEnqueueNDRangeKernel> {
  template <typename... Args>
  static cl_int to(const Call* call, Args... args) {
    return launch(call, args...);
  }
};
template <>
struct Forward<&cl_icd_dispatch::clCreateKernel> {
  template <typename... Args>
  static cl_kernel to(const Call*, Args... args) {
    return create_kernel(args...);
  }
};
template <>
struct Forward<&cl_icd_dispatch::clCloneKernel> {
  static cl_kernel to(const Call*, cl_kernel original, cl_int* error) {
    return clone_kernel(original, error);
  }
};
template <>
struct Forward<&cl_icd_dispatch::clCreateProgramWithBinary> {
  template <typename... Args>
  static cl_program to(const Call*, Args... args) {
    cl_program program = target.clCreateProgramWithBinary(args...);
    if (program) note_reloaded(program);
    return program;
  }
};
template <>
struct Forward<&cl_icd_dispatch::clLinkProgram> {
  template <typename... Rest>
  static cl_program to(const Call*, cl_context context, cl_uint n, const cl_device_id* devices,
                       const char* options, cl_uint count, const cl_program* parts, Rest... rest) {
    cl_program program = target.clLinkProgram(context, n, devices, options, count, parts, rest...);
    if (program) note_linked(program, options ? options : "", {parts, parts + count});
    return program;
  }
};
template <>
struct Forward<&cl_icd_dispatch::clCreateCommandQueue> {
  static cl_command_queue to(const Call*, cl_context context, cl_device_id device,
                             cl_command_queue_properties properties, cl_int* error) {
    cl_command_queue queue = target.clCreateCommandQueue(context, device, properties, error);
    note_queue(queue, device, properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    return queue;
  }
};
template <>
struct Forward<&cl_icd_dispatch::clCreateCommandQueueWithProperties> {
  static cl_command_queue to(const Call*, cl_context context, cl_device_id device,
                             const cl_queue_properties* properties, cl_int* error) {
    cl_command_queue queue = target.clCreateCommandQueueWithProperties(context, device, properties, error);
    note_queue(queue, device, is_unordered(properties));
    return queue;
  }
};
template <>
struct Forward<&cl_icd_dispatch::clCreateSubDevices> {
  static cl_int to(const Call*, cl_device_id device, const cl_device_partition_property* how, cl_uint count,
                   cl_device_id* parts, cl_uint* made) {
    const cl_int error = target.clCreateSubDevices(device, how, count, parts, made);
    for (cl_uint i = 0; error == CL_SUCCESS && parts && i < count; ++i) note(parts[i], "part");
    return error;
  }
};
template <>
struct Forward<&cl_icd_dispatch::clSetKernelArgSVMPointer> {
  static cl_int to(const Call*, cl_kernel kernel, cl_uint index, const void* value) {
    note(kernel, "svm");
    return target.clSetKernelArgSVMPointer(kernel, index, value);
  }
};
template <>
struct Forward<&cl_icd_dispatch::clCreateBuffer> {
  static cl_mem to(const Call*, cl_context context, cl_mem_flags flags, size_t size, void* host,
                   cl_int* error) {
    const cl_mem memory = target.clCreateBuffer(context, flags, size, host, error);
    if (memory) remember_buffer(memory, flags, size);
    return memory;
  }
};
template <>
struct Forward<&cl_icd_dispatch::clSetKernelArg> {
  static cl_int to(const Call*, cl_kernel kernel, cl_uint index, size_t size, const void* value) {
    remember_argument(kernel, index, size, value);
    return target.clSetKernelArg(kernel, index, size, value);
  }
};
template <>
struct Forward<&cl_icd_dispatch::clCreateContext> {
  template <typename... Rest>
  static cl_context to(const Call*, const cl_context_properties* properties, cl_uint count,
                       const cl_device_id* devices, Rest... rest) {
    if (count > 0 && devices && is_custom(devices[0])) return refuse(rest...);
    return target.clCreateContext(properties, count, devices, rest...);
  }
  template <typename Callback>
  static cl_context refuse(Callback, void*, cl_int* error) {
    if (error) *error = CL_DEVICE_NOT_AVAILABLE;
    return nullptr;
  }
};
template <>
struct Forward<&cl_icd_dispatch::clBuildProgram> {
  template <typename... Rest>
  static cl_int to(const Call* call, cl_program p, cl_uint n, const cl_device_id* devices, const char* o,
                   Rest... rest) {
    return target.clBuildProgram(p, n, devices, build_options(call, o).c_str(), rest...);
  }
};
template <>
struct Forward<&cl_icd_dispatch::clCompileProgram> {
  template <typename... Rest>
  static cl_int to(const Call* call, cl_program p, cl_uint n, const cl_device_id* devices, const char* o,
                   Rest... rest) {
    return target.clCompileProgram(p, n, devices, build_options(call, o).c_str(), rest...);
  }
};

}  // namespace wgfault

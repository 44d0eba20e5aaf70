// The layer itself: stands between program and driver, and passes each entry point by the order.
#include <CL/cl_layer.h>

#include <cstring>
#include <string>
#include <tuple>
#include <type_traits>

#include "calls.hpp"
#include "forward.hpp"
#include "handles.hpp"
#include "look.hpp"
#include "order.hpp"
#include "platforms.hpp"
#include "programs.hpp"
#include "queries.hpp"
#include "target.hpp"

namespace wgfault {
namespace {

cl_icd_dispatch table;  // ours

using D = cl_icd_dispatch;

// Success without the deed. A command's event must still exist, and end.
template <typename... Args>
cl_int pretend(Args... args) {
  if constexpr (sizeof...(Args) >= 4) {
    const auto all = std::make_tuple(args...);
    constexpr size_t last = sizeof...(Args) - 1;
    if constexpr (std::is_same_v<std::tuple_element_t<last, std::tuple<Args...>>, cl_event*>)
      if (std::get<last>(all))
        return target.clEnqueueMarkerWithWaitList(std::get<0>(all), std::get<last - 2>(all),
                                                  std::get<last - 1>(all), std::get<last>(all));
  }
  return CL_SUCCESS;
}

template <auto Entry>
const char* entry_name = "";

template <auto Entry, typename Signature>
struct Hook;
template <auto Entry, typename Result, typename... Args>
struct Hook<Entry, Result (*)(Args...)> {
  static Result CL_API_CALL call(Args... args) {
    const wgfault::Call* call = ordered(entry_name<Entry>, Look<Entry>::at(args...));
    const auto outcome = call ? misbehave(*call) : std::nullopt;
    if (!outcome) return Forward<Entry>::to(call, args...);
    if constexpr (std::is_same_v<Result, cl_int>) {
      return *outcome == CL_SUCCESS ? pretend(args...) : *outcome;
    } else {
      cl_int* error = std::get<sizeof...(Args) - 1>(std::make_tuple(args...));
      if (error) *error = *outcome;
      return nullptr;
    }
  }
};

cl_program CL_API_CALL create_program(cl_context context, cl_uint count, const char** strings,
                                      const size_t* lengths, cl_int* error) {
  const Call* call = ordered("clCreateProgramWithSource", {});
  if (const auto outcome = call ? misbehave(*call) : std::nullopt) {
    if (error) *error = *outcome;
    return nullptr;
  }
  std::string text;
  for (cl_uint i = 0; i < count && strings; ++i)
    if (strings[i])
      text += lengths && lengths[i] ? std::string(strings[i], lengths[i]) : std::string(strings[i]);
  if (text.empty()) return target.clCreateProgramWithSource(context, count, strings, lengths, error);
  Source source = read_source(std::move(text));
  const std::string changed = rewrite(source);
  const char* pointer = changed.c_str();
  const size_t length = changed.size();
  cl_program program = target.clCreateProgramWithSource(context, 1, &pointer, &length, error);
  if (program) remember_program(program, std::move(source));
  if (program) begin_handle(program);
  return program;
}

cl_int CL_API_CALL platform_ids(cl_uint entries, cl_platform_id* platforms, cl_uint* count) {
  const Call* call = ordered("clGetPlatformIDs", {});
  if (const auto outcome = call ? misbehave(*call) : std::nullopt) return *outcome;
  if (call && call->action == "empty-platform") return get_platforms(target, entries, platforms, count);
  if (call && call->action == "twice") return get_platforms_twice(target, entries, platforms, count);
  return target.clGetPlatformIDs(entries, platforms, count);
}

cl_int CL_API_CALL device_ids(cl_platform_id platform, cl_device_type type, cl_uint entries,
                              cl_device_id* devices, cl_uint* count) {
  if (const auto empty = empty_platform_devices(platform, count)) return *empty;
  const Call* call = ordered("clGetDeviceIDs", {});
  if (const auto outcome = call ? misbehave(*call) : std::nullopt) return *outcome;
  if (call && call->action == "custom-device")
    return get_devices(target, platform, type, entries, devices, count);
  return target.clGetDeviceIDs(platform, type, entries, devices, count);
}

cl_int CL_API_CALL retain_device(cl_device_id device) {
  return is_custom(device) ? CL_SUCCESS : target.clRetainDevice(device);
}
cl_int CL_API_CALL release_device(cl_device_id device) {
  return is_custom(device) ? CL_SUCCESS : target.clReleaseDevice(device);
}

cl_int CL_API_CALL platform_info(cl_platform_id platform, cl_platform_info query, size_t size, void* value,
                                 size_t* ret) {
  if (const auto empty = empty_platform_info(platform, size, value, ret)) return *empty;
  const Ask ask = [=](size_t s, void* v, size_t* r) {
    return target.clGetPlatformInfo(platform, query, s, v, r);
  };
  return answer("platform", query, ask, size, value, ret);
}

cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info query, size_t size, void* value,
                               size_t* ret) {
  if (is_custom(device)) return custom_device_info(target, query, size, value, ret);
  const Ask ask = [=](size_t s, void* v, size_t* r) {
    return target.clGetDeviceInfo(device, query, s, v, r);
  };
  return answer("device", query, ask, size, value, ret);
}

cl_int CL_API_CALL kernel_group_info(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info query,
                                     size_t size, void* value, size_t* ret) {
  const Ask ask = [=](size_t s, void* v, size_t* r) {
    return target.clGetKernelWorkGroupInfo(kernel, device, query, s, v, r);
  };
  return answer(local_bytes(kernel) != 0 ? "kernel with local" : "kernel", query, ask, size, value, ret);
}

cl_int CL_API_CALL build_info(cl_program program, cl_device_id device, cl_program_build_info query,
                              size_t size, void* value, size_t* ret) {
  const Ask ask = [=](size_t s, void* v, size_t* r) {
    return target.clGetProgramBuildInfo(program, device, query, s, v, r);
  };
  return answer("program", query, ask, size, value, ret);
}

template <auto Entry>
void hook(const char* name) {
  entry_name<Entry> = name;
  table.*Entry = Hook<Entry, std::remove_reference_t<decltype(table.*Entry)>>::call;
}

void fill_table() {
#define HOOK(entry) hook<&D::entry>(#entry)
  HOOK(clCreateContext);
  HOOK(clCreateCommandQueue);
  HOOK(clCreateCommandQueueWithProperties);
  HOOK(clCreateBuffer);
  HOOK(clBuildProgram);
  HOOK(clCompileProgram);
  HOOK(clCreateKernel);
  HOOK(clCloneKernel);
  HOOK(clCreateProgramWithBinary);
  HOOK(clCreateProgramWithIL);
  HOOK(clLinkProgram);
  HOOK(clCreateSubDevices);
  HOOK(clSetKernelArgSVMPointer);
  HOOK(clSetKernelArg);
  HOOK(clEnqueueNDRangeKernel);
  HOOK(clEnqueueReadBuffer);
  HOOK(clEnqueueWriteBuffer);
  HOOK(clEnqueueFillBuffer);
  HOOK(clEnqueueMapBuffer);
  HOOK(clWaitForEvents);
  HOOK(clFlush);
  HOOK(clFinish);
#undef HOOK
  table.clCreateProgramWithSource = create_program;
  table.clGetPlatformIDs = platform_ids;
  table.clGetPlatformInfo = platform_info;
  table.clGetDeviceIDs = device_ids;
  table.clGetDeviceInfo = device_info;
  table.clRetainDevice = retain_device;
  table.clReleaseDevice = release_device;
  table.clGetKernelWorkGroupInfo = kernel_group_info;
  table.clGetProgramBuildInfo = build_info;
}

}  // namespace
}  // namespace wgfault

extern "C" {

[[gnu::visibility("default")]] cl_int CL_API_CALL clGetLayerInfo(cl_layer_info query, size_t size,
                                                                 void* value, size_t* size_ret) {
  const auto put = [&](const void* bytes, size_t length) -> cl_int {
    if (size_ret) *size_ret = length;
    if (!value) return CL_SUCCESS;
    if (size < length) return CL_INVALID_VALUE;
    std::memcpy(value, bytes, length);
    return CL_SUCCESS;
  };
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  if (query == CL_LAYER_API_VERSION) return put(&version, sizeof version);
  if (query == CL_LAYER_NAME) return put("wgfault", sizeof "wgfault");
  return CL_INVALID_VALUE;
}

// For a process that goes through many orders: the next one. Null, or what is wrong with it.
[[gnu::visibility("default")]] const char* wgfault_take_order(const char* text) {
  static std::string wrong;
  try {
    wgfault::take_order(text);
    wgfault::forget_counts();
    return nullptr;
  } catch (const std::exception& error) {
    wrong = error.what();
    return wrong.c_str();
  }
}

[[gnu::visibility("default")]] cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch* below,
                                                              cl_uint* entries_ret,
                                                              const cl_icd_dispatch** ours) {
  constexpr cl_uint all = sizeof(cl_icd_dispatch) / sizeof(void*);
  if (!below || !entries_ret || !ours) return CL_INVALID_VALUE;
  using namespace wgfault;
  order();  // a bad order ends the program here, before it is taken for a driver's failure
  std::memcpy(&target, below, sizeof(void*) * (entries < all ? entries : all));
  table = target;
  fill_table();
  set_platform_dispatch(&table);
  *ours = &table;
  *entries_ret = entries < all ? entries : all;
  return CL_SUCCESS;
}
}

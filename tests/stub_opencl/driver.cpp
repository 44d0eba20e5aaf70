// The entry points of the stub and its objects. It runs kernels synchronously.
#include <CL/cl_icd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <sstream>
#include <vector>

#include "tests/stub_opencl/kernels.hpp"
#include "tests/stub_opencl/queries.hpp"

extern const cl_icd_dispatch stub_dispatch;

// Loaders need the dispatch table at the beginning of each object.
struct Object {
  const cl_icd_dispatch* dispatch = &stub_dispatch;
  cl_uint references = 1;
};
struct _cl_platform_id : Object {};
struct _cl_device_id : Object {};
struct _cl_context : Object {};
struct _cl_command_queue : Object {
  bool skips = false;  ///< a launch failed: the commands behind it do nothing until clFinish
};
struct _cl_event : Object {
  cl_int status = CL_COMPLETE;
};
struct _cl_mem : Object {
  explicit _cl_mem(std::size_t size) : bytes(size) { used += size; }
  _cl_mem(const _cl_mem&) = delete;
  _cl_mem& operator=(const _cl_mem&) = delete;
  ~_cl_mem() { used -= bytes.size(); }
  std::vector<std::byte> bytes;
  static inline std::size_t used = 0;  ///< by all buffers
};
struct _cl_program : Object {
  std::string source, module;  ///< OpenCL C, or the bytes of SPIR-V
};
struct _cl_kernel : Object {
  std::string source, name;
  std::map<cl_uint, std::vector<std::byte>> arguments;
};

namespace stub_opencl {
namespace {

_cl_platform_id the_platform, the_other_platform;
_cl_device_id the_devices[4];

template <class T>
T* made(T* object, cl_int error, cl_int* error_ret) {
  if (error_ret != nullptr) *error_ret = error;
  if (error == CL_SUCCESS) return object;
  delete object;
  return nullptr;
}

template <class T>
cl_int CL_API_CALL retain(T* object) {
  ++object->references;
  return CL_SUCCESS;
}
template <class T>
cl_int CL_API_CALL release(T* object) {
  if (--object->references == 0) delete object;
  return CL_SUCCESS;
}
cl_int CL_API_CALL release_kernel(cl_kernel kernel) {
  if (const cl_int error = meet("clReleaseKernel")) return error;
  return release(kernel);
}
/// The script is for the release of the last reference.
cl_int CL_API_CALL release_program(cl_program program) {
  const cl_int error = program->references == 1 ? meet("clReleaseProgram") : CL_SUCCESS;
  if (error != CL_SUCCESS) return error;
  return release(program);
}
cl_int CL_API_CALL keep_device(cl_device_id) { return CL_SUCCESS; }

cl_int CL_API_CALL platform_info(cl_platform_id platform, cl_platform_info what, std::size_t size,
                                 void* value, std::size_t* size_ret) {
  if (platform == &the_other_platform && what == CL_PLATFORM_NAME) {
    constexpr char other[] = "Other platform";
    return give({CL_SUCCESS, {std::begin(other), std::end(other)}}, size, value, size_ret);
  }
  return give(query(what), size, value, size_ret);
}

/// The number in "devices are 2", or 1.
cl_uint number_of(const char* subject) {
  const auto said = said_of(subject, 1);
  return said && said->verb == "are" ? static_cast<cl_uint>(std::stoul(said->rest)) : 1;
}

cl_int CL_API_CALL device_ids(cl_platform_id platform, cl_device_type, cl_uint count, cl_device_id* devices,
                              cl_uint* count_ret) {
  if (platform == &the_other_platform) {
    const cl_int error = meet("other_clGetDeviceIDs");
    return error == CL_SUCCESS ? CL_DEVICE_NOT_FOUND : error;
  }
  if (const cl_int error = meet("clGetDeviceIDs")) return error;
  const cl_uint number = number_of("devices");
  if (count_ret != nullptr) *count_ret = number;
  for (cl_uint i = 0; devices != nullptr && i < std::min(count, number); ++i) devices[i] = &the_devices[i];
  return CL_SUCCESS;
}

cl_int CL_API_CALL device_info(cl_device_id, cl_device_info what, std::size_t size, void* value,
                               std::size_t* size_ret) {
  if (what != CL_DEVICE_PLATFORM) return give(query(what), size, value, size_ret);
  return give(query(what, bytes_of(cl_platform_id{&the_platform})), size, value, size_ret);
}

/// Divides the device equally. The parts are the second device and those after it, which equal the first.
cl_int CL_API_CALL create_sub_devices(cl_device_id, const cl_device_partition_property* properties, cl_uint,
                                      cl_device_id* parts, cl_uint* count_ret) {
  cl_uint units = 0;
  give(query(CL_DEVICE_MAX_COMPUTE_UNITS), sizeof units, &units, nullptr);
  const cl_int error = meet("clCreateSubDevices");
  const cl_uint count = error == skipped ? 0 : units / static_cast<cl_uint>(properties[1]);
  if (count_ret != nullptr) *count_ret = count;
  for (cl_uint i = 0; parts != nullptr && i < count; ++i)
    parts[i] = &the_devices[std::min<std::size_t>(i + 1, std::size(the_devices) - 1)];
  return error == skipped ? CL_SUCCESS : error;
}

cl_context CL_API_CALL create_context(const cl_context_properties* properties, cl_uint,
                                      const cl_device_id* devices,
                                      void(CL_CALLBACK*)(const char*, const void*, std::size_t, void*), void*,
                                      cl_int* error) {
  cl_int met = meet("clCreateContext");
  const std::string here = "context_on_" + std::to_string(devices[0] - the_devices);
  if (met == CL_SUCCESS && said_of(here, 1)) met = meet(here);
  const bool has_platform = properties != nullptr && properties[0] == CL_CONTEXT_PLATFORM &&
                            properties[1] == reinterpret_cast<cl_context_properties>(&the_platform);
  const bool lacks_platform = said_of("contexts", 1) && !has_platform;
  return made(new _cl_context, met == CL_SUCCESS && lacks_platform ? CL_INVALID_PLATFORM : met, error);
}

cl_command_queue CL_API_CALL create_queue(cl_context, cl_device_id, cl_command_queue_properties,
                                          cl_int* error) {
  return made(new _cl_command_queue, meet("clCreateCommandQueue"), error);
}
cl_command_queue CL_API_CALL create_queue_with(cl_context, cl_device_id, const cl_queue_properties*,
                                               cl_int* error) {
  return made(new _cl_command_queue, meet("clCreateCommandQueueWithProperties"), error);
}

cl_mem CL_API_CALL create_buffer(cl_context, cl_mem_flags, std::size_t size, void*, cl_int* error_ret) {
  cl_int error = meet("clCreateBuffer");
  const auto exceeds = [](std::size_t bytes, const char* subject) {
    const auto limit = said_of(subject, 1);
    return limit && bytes > std::strtoul(limit->rest.c_str(), nullptr, 10);
  };
  if (exceeds(size, "buffers") || exceeds(_cl_mem::used + size, "memory"))
    error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
  return made(new _cl_mem(error == CL_SUCCESS ? size : 0), error, error_ret);
}

cl_program CL_API_CALL create_program(cl_context, cl_uint count, const char** texts, const std::size_t* sizes,
                                      cl_int* error) {
  auto* program = new _cl_program;
  for (cl_uint i = 0; i < count; ++i)
    program->source += sizes != nullptr && sizes[i] != 0 ? std::string(texts[i], sizes[i]) : texts[i];
  return made(program, meet("clCreateProgramWithSource"), error);
}

/// "SPIR-V_1.2" of a module's header.
std::string version_of(const std::string& module) {
  std::uint32_t words[2] = {};
  std::memcpy(words, module.data(), std::min(sizeof words, module.size()));
  return "SPIR-V_" + std::to_string(words[1] >> 16U) + "." + std::to_string(words[1] >> 8U & 0xffU);
}

/// Takes modules of the versions that CL_DEVICE_IL_VERSION lists.
cl_program CL_API_CALL create_program_with_il(cl_context, const void* module, std::size_t size,
                                              cl_int* error) {
  auto* program = new _cl_program;
  program->module.assign(static_cast<const char*>(module), size);
  const Bytes listed = query(CL_DEVICE_IL_VERSION);
  const std::string versions = " " + std::string(listed.value.begin(), listed.value.end() - 1) + " ";
  const bool is_listed = versions.find(" " + version_of(program->module) + " ") != std::string::npos;
  const cl_int met = meet("clCreateProgramWithIL");
  return made(program, met == CL_SUCCESS && !is_listed ? CL_INVALID_VALUE : met, error);
}

cl_int CL_API_CALL build_program(cl_program, cl_uint, const cl_device_id*, const char*,
                                 void(CL_CALLBACK*)(cl_program, void*), void*) {
  return meet("clBuildProgram");
}

cl_int CL_API_CALL compile_program(cl_program, cl_uint, const cl_device_id*, const char*, cl_uint,
                                   const cl_program*, const char**, void(CL_CALLBACK*)(cl_program, void*),
                                   void*) {
  return meet("clCompileProgram");
}

cl_program CL_API_CALL link_program(cl_context, cl_uint, const cl_device_id*, const char*, cl_uint count,
                                    const cl_program* parts, void(CL_CALLBACK*)(cl_program, void*), void*,
                                    cl_int* error) {
  auto* program = new _cl_program;
  cl_int result = meet("clLinkProgram");
  for (cl_uint i = 0; i < count; ++i) {
    program->source += parts[i]->source;
    if (parts[i]->source.empty()) result = CL_LINK_PROGRAM_FAILURE;
  }
  return made(program, result, error);
}

/// The binary of a program is its text.
cl_program CL_API_CALL create_program_with_binary(cl_context, cl_uint, const cl_device_id*,
                                                  const std::size_t* sizes, const unsigned char** binaries,
                                                  cl_int* status, cl_int* error) {
  auto* program = new _cl_program;
  program->source.assign(reinterpret_cast<const char*>(binaries[0]), sizes[0]);
  if (status != nullptr) *status = CL_SUCCESS;
  return made(program, meet("clCreateProgramWithBinary"), error);
}

cl_int CL_API_CALL program_info(cl_program program, cl_program_info what, std::size_t size, void* value,
                                std::size_t* size_ret) {
  const std::string& binary = program->source;
  if (what == CL_PROGRAM_BINARY_SIZES) return give(bytes_of(binary.size()), size, value, size_ret);
  if (what == CL_PROGRAM_BINARIES) {
    std::memcpy(*static_cast<unsigned char**>(value), binary.data(), binary.size());
    return CL_SUCCESS;
  }
  if (what == CL_PROGRAM_NUM_DEVICES) return give(bytes_of(cl_uint{1}), size, value, size_ret);
  if (what == CL_PROGRAM_DEVICES) return give(bytes_of(cl_device_id{&the_devices[0]}), size, value, size_ret);
  return CL_INVALID_VALUE;
}

cl_int CL_API_CALL build_info(cl_program, cl_device_id, cl_program_build_info what, std::size_t size,
                              void* value, std::size_t* size_ret) {
  return give(query(what), size, value, size_ret);
}

cl_kernel CL_API_CALL create_kernel(cl_program program, const char* name, cl_int* error_ret) {
  auto* kernel = new _cl_kernel;
  kernel->source = program->source;
  const bool in_module = program->module.find(name) != std::string::npos;
  kernel->name = name;
  cl_int error = meet("clCreateKernel");
  if (error == CL_SUCCESS && !in_module && !has_kernel(program->source, name)) error = CL_INVALID_KERNEL_NAME;
  return made(kernel, error, error_ret);
}

cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, std::size_t size, const void* value) {
  if (const cl_int error = meet("clSetKernelArg")) return error == skipped ? CL_SUCCESS : error;
  constexpr std::size_t most_local = std::size_t{4} << 20;
  if (value == nullptr && size > most_local) return CL_OUT_OF_RESOURCES;
  auto& argument = kernel->arguments[index];
  argument.resize(value != nullptr ? size : 0);
  if (value != nullptr) std::memcpy(argument.data(), value, size);
  return CL_SUCCESS;
}

cl_int CL_API_CALL kernel_info(cl_kernel, cl_device_id, cl_kernel_work_group_info what, std::size_t size,
                               void* value, std::size_t* size_ret) {
  return give(query(what), size, value, size_ret);
}

std::vector<std::byte>* buffer_in(cl_kernel kernel, cl_uint index) {
  cl_mem buffer = nullptr;
  std::memcpy(&buffer, kernel->arguments.at(index).data(), sizeof buffer);
  return &buffer->bytes;
}

/// The status of a launch on the device. After a failed launch the device skips the others in the queue.
cl_int status_of_launch(cl_command_queue queue, const Range& range) {
  if (queue->skips) return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  const std::size_t items = range.local[0] * range.local[1] * range.local[2];
  const cl_int status = meet("launch_of_" + std::to_string(items));
  queue->skips = status < 0;
  return status;
}

/// The parameters of the kernel with this text. Empty if it is no OpenCL C.
std::vector<std::string> parameters_of(const std::string& kernel) {
  std::istringstream text(kernel.substr(0, kernel.find(')')));
  std::vector<std::string> list;
  for (std::string parameter; std::getline(text, parameter, ',');) list.push_back(parameter);
  return list;
}

/// Fills in the argument `told` of a kernel, if it has one: the answers of the work-item function that it
/// reports, and the marks that the script asks for.
void report(cl_kernel kernel, const std::vector<std::string>& parameters, const Range& range) {
  constexpr cl_uint one = 1, high_words = 5;
  const auto told = std::ranges::find_if(parameters, [](const auto& p) { return p.ends_with("*told"); });
  if (told == parameters.end()) return;
  auto& words = *buffer_in(kernel, static_cast<cl_uint>(told - parameters.begin()));
  const auto put = [&](std::size_t word, std::uint32_t value) {
    std::memcpy(&words[word * sizeof value], &value, sizeof value);
  };
  const std::string text = text_of(kernel->source, kernel->name);
  const auto reports = [&](const char* function) {
    return text.find(std::string("told[d] = ") + function) != std::string::npos;
  };
  for (std::size_t d = 0; d < 3; ++d) {
    std::uint64_t answer = 0;
    const auto said = said_of("get_local_size", 1);
    if (reports("get_local_size")) answer = said ? std::stoull(said->rest) : range.local[d];
    if (reports("get_global_offset")) answer = range.offset[d];
    put(d, static_cast<std::uint32_t>(answer));
    put(high_words + d, static_cast<std::uint32_t>(answer >> 32U));
  }
  if (const auto word = said_of("told", 1)) put(std::stoul(word->rest), one);
}

cl_int CL_API_CALL enqueue_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const std::size_t* offset, const std::size_t* global,
                                  const std::size_t* local, cl_uint, const cl_event*, cl_event* event) {
  static std::mutex one_launch_at_a_time;
  const std::lock_guard lock(one_launch_at_a_time);
  cl_int met = meet("clEnqueueNDRangeKernel");
  const char* const how = offset == nullptr ? "no_offset" : "given_offset";
  if (met == CL_SUCCESS && said_of(how, 1)) met = meet(how);
  if (met < 0 || met == skipped) return std::min(met, CL_SUCCESS);
  Range range;
  for (cl_uint d = 0; d < dimensions; ++d) {
    range.global[d] = global[d];
    range.local[d] = local != nullptr ? local[d] : global[d];
    if (offset != nullptr) range.offset[d] = offset[d];
  }
  if (local == nullptr)
    if (const cl_int chosen = meet("chosen_size"); chosen != CL_SUCCESS)
      range.local = {static_cast<std::size_t>(chosen), 1, 1};
  const cl_int status = status_of_launch(queue, range);
  if (event != nullptr) *event = new _cl_event{{}, status};
  if (status < 0) return CL_SUCCESS;
  // Other kernels write nothing: that without local memory, and programs with scalars.
  const std::string text = text_of(kernel->source, kernel->name);
  const std::vector<std::string> parameters = parameters_of(text);
  const auto is_buffer = [](const std::string& p) { return p.find("__global") != std::string::npos; };
  if (parameters.size() < 2 || !is_buffer(parameters[0]) || !is_buffer(parameters[1])) return CL_SUCCESS;
  Arguments arguments{buffer_in(kernel, 0), buffer_in(kernel, 1)};
  arguments.limits_sources = text.find("], (uint)get_local_size(0) - 1)") != std::string::npos;
  static std::vector<std::byte> results;  // of the last launch that was run
  if (met == repeated) {
    std::copy_n(results.begin(), std::min(results.size(), arguments.out->size()), arguments.out->begin());
    return CL_SUCCESS;
  }
  if (met > skipped) arguments.yes = met;
  if (kernel->arguments.size() > 3) {
    arguments.from = buffer_in(kernel, 2);
    std::memcpy(&arguments.stride, kernel->arguments.at(3).data(), sizeof arguments.stride);
  } else {  // a kernel run of a diagnosis, whose streams have no canaries between them
    arguments.stride = static_cast<std::uint32_t>(range.global[0] * range.global[1] * range.global[2]);
  }
  run_kernel(kernel->source, kernel->name, arguments, range);
  results = *arguments.out;
  report(kernel, parameters, range);
  return CL_SUCCESS;
}

cl_int CL_API_CALL event_info(cl_event event, cl_event_info what, std::size_t size, void* value,
                              std::size_t* size_ret) {
  if (const cl_int error = meet("clGetEventInfo")) return error;
  if (what != CL_EVENT_COMMAND_EXECUTION_STATUS) return CL_INVALID_VALUE;
  return give(bytes_of(event->status), size, value, size_ret);
}

cl_int CL_API_CALL finish(cl_command_queue queue) {
  queue->skips = false;
  return meet("clFinish");
}
cl_int CL_API_CALL flush(cl_command_queue) { return meet("clFlush"); }

cl_int CL_API_CALL read_buffer(cl_command_queue, cl_mem buffer, cl_bool, std::size_t offset, std::size_t size,
                               void* to, cl_uint, const cl_event*, cl_event*) {
  if (const cl_int error = meet("clEnqueueReadBuffer")) return error == skipped ? CL_SUCCESS : error;
  std::memcpy(to, &buffer->bytes[offset], size);
  return CL_SUCCESS;
}

cl_int CL_API_CALL write_buffer(cl_command_queue, cl_mem buffer, cl_bool, std::size_t offset,
                                std::size_t size, const void* from, cl_uint, const cl_event*, cl_event*) {
  if (const cl_int error = meet("clEnqueueWriteBuffer")) return error;
  std::memcpy(&buffer->bytes[offset], from, size);
  return CL_SUCCESS;
}

cl_int CL_API_CALL fill_buffer(cl_command_queue, cl_mem buffer, const void* pattern, std::size_t width,
                               std::size_t offset, std::size_t size, cl_uint, const cl_event*, cl_event*) {
  if (const cl_int error = meet("clEnqueueFillBuffer")) return error;
  for (std::size_t at = 0; at < size; at += width) std::memcpy(&buffer->bytes[offset + at], pattern, width);
  return CL_SUCCESS;
}

cl_int CL_API_CALL platform_ids(cl_uint count, cl_platform_id* platforms, cl_uint* count_ret) {
  const cl_platform_id all[] = {&the_other_platform, &the_platform};
  const cl_uint number = std::min(number_of("platforms"), 2U);
  if (count_ret != nullptr) *count_ret = number;
  // The other platform comes first.
  if (platforms != nullptr) std::copy_n(all + 2 - number, std::min(count, number), platforms);
  return CL_SUCCESS;
}

cl_icd_dispatch dispatch() {
  cl_icd_dispatch table{};
  table.clGetPlatformIDs = platform_ids;
  table.clGetPlatformInfo = platform_info;
  table.clGetDeviceIDs = device_ids;
  table.clGetDeviceInfo = device_info;
  table.clRetainDevice = table.clReleaseDevice = keep_device;
  table.clCreateSubDevices = create_sub_devices;
  table.clCreateContext = create_context;
  table.clRetainContext = retain<_cl_context>;
  table.clReleaseContext = release<_cl_context>;
  table.clCreateCommandQueue = create_queue;
  table.clCreateCommandQueueWithProperties = create_queue_with;
  table.clRetainCommandQueue = retain<_cl_command_queue>;
  table.clReleaseCommandQueue = release<_cl_command_queue>;
  table.clCreateBuffer = create_buffer;
  table.clRetainMemObject = retain<_cl_mem>;
  table.clReleaseMemObject = release<_cl_mem>;
  table.clCreateProgramWithSource = create_program;
  table.clCreateProgramWithIL = create_program_with_il;
  table.clCreateProgramWithBinary = create_program_with_binary;
  table.clBuildProgram = build_program;
  table.clCompileProgram = compile_program;
  table.clLinkProgram = link_program;
  table.clGetProgramInfo = program_info;
  table.clGetProgramBuildInfo = build_info;
  table.clRetainProgram = retain<_cl_program>;
  table.clReleaseProgram = release_program;
  table.clCreateKernel = create_kernel;
  table.clSetKernelArg = set_argument;
  table.clGetKernelWorkGroupInfo = kernel_info;
  table.clRetainKernel = retain<_cl_kernel>;
  table.clReleaseKernel = release_kernel;
  table.clGetEventInfo = event_info;
  table.clRetainEvent = retain<_cl_event>;
  table.clReleaseEvent = release<_cl_event>;
  table.clEnqueueNDRangeKernel = enqueue_kernel;
  table.clFinish = finish;
  table.clFlush = flush;
  table.clEnqueueReadBuffer = read_buffer;
  table.clEnqueueWriteBuffer = write_buffer;
  table.clEnqueueFillBuffer = fill_buffer;
  return table;
}

}  // namespace
}  // namespace stub_opencl

const cl_icd_dispatch stub_dispatch = stub_opencl::dispatch();

extern "C" {
CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint count, cl_platform_id* platforms,
                                                       cl_uint* count_ret) {
  return stub_opencl::platform_ids(count, platforms, count_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t size,
                                                  void* value, size_t* size_ret) {
  return stub_opencl::platform_info(platform, what, size, value, size_ret);
}

CL_API_ENTRY void* CL_API_CALL clGetExtensionFunctionAddress(const char* name) {
  if (std::strcmp(name, "clIcdGetPlatformIDsKHR") == 0)
    return reinterpret_cast<void*>(&clIcdGetPlatformIDsKHR);
  if (std::strcmp(name, "clGetPlatformInfo") == 0) return reinterpret_cast<void*>(&clGetPlatformInfo);
  return nullptr;
}
}

#include "harness/driver/drivers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <type_traits>

#include "harness/process/protocol.hpp"
#include "opencl_names.hpp"

namespace wgcts::harness {
namespace {

namespace fs = std::filesystem;

/// Throws if the path leads to something else than a file: a process that opens a named pipe waits.
void require_file(const fs::path& path) {
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  if (type == fs::file_type::regular || type == fs::file_type::not_found) return;
  throw std::runtime_error(
      fmt::format("{}: a driver must be a library, an .icd file or a folder of .icd files{}", path.string(),
                  error ? "; it cannot be read: " + error.message() : ""));
}

/// The library that an .icd file names in its first line.
std::string library_named_by(const fs::path& icd) {
  require_file(icd);
  std::ifstream file(icd);
  std::string line;
  std::getline(file, line);
  const auto end = line.find_last_not_of(" \t\r");
  if (!file || end == std::string::npos || end >= PATH_MAX)
    throw std::runtime_error(
        fmt::format("{}: the first line of an .icd file must name a driver's library", icd.string()));
  return line.substr(0, end + 1);
}

std::vector<std::string> libraries_of(const std::string& file) {
  std::error_code error;
  if (!fs::is_directory(file, error)) {
    if (file.ends_with(".icd")) return {library_named_by(file)};
    // Without a slash, dlopen would search for the name elsewhere.
    return {fs::exists(file, error) ? fs::absolute(file).string() : file};
  }
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(file))
    if (entry.path().extension() == ".icd") files.push_back(entry.path());
  if (files.empty()) throw std::runtime_error(fmt::format("the folder {} has no .icd files", file));
  std::ranges::sort(files);
  return mapped(files, library_named_by);
}

/// clIcdGetPlatformIDsKHR, which lists the platforms of a driver behind a loader. Null if the library has
/// none.
clIcdGetPlatformIDsKHR_fn platform_list_of(const system::Library& library) {
  constexpr const char* name = "clIcdGetPlatformIDsKHR";
  if (void* exported = library.symbol(name)) return reinterpret_cast<clIcdGetPlatformIDsKHR_fn>(exported);
  using FunctionByName = void*(CL_API_CALL*)(const char*);
  const auto extension = reinterpret_cast<FunctionByName>(library.symbol("clGetExtensionFunctionAddress"));
  return extension == nullptr ? nullptr : reinterpret_cast<clIcdGetPlatformIDsKHR_fn>(extension(name));
}

std::vector<cl_platform_id> listed(clIcdGetPlatformIDsKHR_fn list) {
  cl_uint count = 0;
  if (list == nullptr || list(0, nullptr, &count) != CL_SUCCESS || count == 0) return {};
  std::vector<cl_platform_id> platforms(count);
  return list(count, platforms.data(), nullptr) == CL_SUCCESS ? platforms : std::vector<cl_platform_id>{};
}

/// Whether calls can go through the platform's table. Drivers for cl_khr_icd 2.0, such as PoCL 7.1, have a
/// tag in the places of clGetPlatformIDs and clUnloadCompiler, which are not called through a table. A driver
/// without support of version 1 leaves the other places empty, and its loader makes its own table.
bool has_functions(cl_platform_id platform) {
  return table_of(platform) != nullptr && table_of(platform)->clGetPlatformInfo != nullptr;
}

/// Whether the library that exports OpenCL's functions is a loader for the platform: the platform's table
/// then points into another file. True if this is unknown.
bool is_loader_of(cl_platform_id platform, const system::Library& library) {
  const auto info = reinterpret_cast<cl_api_clGetPlatformInfo>(library.symbol("clGetPlatformInfo"));
  const auto icd = has_icd(platform, info);
  if (!icd.value_or(true)) return false;
  // A driver for cl_khr_icd 2.0 may leave its table to the loader.
  if (!icd || !has_functions(platform)) return true;
  return system::file_of(reinterpret_cast<const void*>(table_of(platform)->clGetPlatformInfo)) !=
         system::file_of(reinterpret_cast<const void*>(info));
}

/// Opens the library. dlopen's error for a bare name, which may come from an .icd file, says only that there
/// is no such file.
system::Library opened(const std::string& file) try {
  if (file.find('/') != std::string::npos) require_file(file);
  return system::Library(file);
} catch (const std::runtime_error& error) {
  const bool is_missing = std::string_view(error.what()).find("No such file") != std::string_view::npos;
  if (!is_missing || file.find('/') != std::string::npos) throw;
  throw std::runtime_error(fmt::format(
      "{}; a name without a folder is searched for in LD_LIBRARY_PATH and in the system's folders",
      error.what()));
}

/// The file of --driver. Empty: the machine's loader.
std::string wanted_file;

}  // namespace

static_assert(device_not_available == CL_DEVICE_NOT_AVAILABLE);
static_assert(allocation_failure == CL_MEM_OBJECT_ALLOCATION_FAILURE);
static_assert(out_of_resources == CL_OUT_OF_RESOURCES);
static_assert(out_of_host_memory == CL_OUT_OF_HOST_MEMORY);

std::string error_name(cl_int error) {
  for (const auto& [code, symbol] : error_names)
    if (code == error) return std::string(symbol);
  return fmt::format("OpenCL error {}", error);
}

std::string query_name(cl_device_info what) {
  for (const auto& [code, symbol] : query_names)
    if (code == what) return std::string(symbol);
  return fmt::format("device query {:#x}", what);
}

Drivers::Drivers() {
  for (const char* name : {"libOpenCL.so.1", "libOpenCL.so"}) {
    try {
      exporting_.emplace(name);
      return;
    } catch (const std::runtime_error&) {
      // Android and some boards have only the second name.
    }
  }
  throw std::runtime_error(
      "no OpenCL loader (libOpenCL.so.1): install one, such as Debian's ocl-icd-libopencl1, or pass a driver "
      "with "
      "--driver FILE");
}

Drivers::Drivers(const std::string& file) {
  const auto libraries = libraries_of(file);
  for (const std::string& library : libraries) add_library(library);
  if (exporting_ && libraries.size() > 1)
    throw std::runtime_error(
        fmt::format("{} names several drivers, and one of them does not support cl_khr_icd: pass the library "
                    "of that driver alone",
                    file));
}

void Drivers::add_library(const std::string& file) {
  const system::Library library = opened(file);
  const auto platforms = listed(platform_list_of(library));
  if (!platforms.empty() && std::ranges::all_of(platforms, has_functions))
    platforms_.insert(platforms_.end(), platforms.begin(), platforms.end());
  else if (library.symbol("clGetPlatformIDs") != nullptr)
    exporting_ = library;
  else if (!platforms.empty())
    throw std::runtime_error(fmt::format(
        "{}: its platforms have no table of functions, so it needs a loader that supports cl_khr_icd 2.0: "
        "name it in an .icd file, and set OCL_ICD_VENDORS to the folder of that file",
        file));
  else
    throw std::runtime_error(fmt::format(
        "{}: not an OpenCL driver: it lists no platforms by clIcdGetPlatformIDsKHR and exports no "
        "clGetPlatformIDs",
        file));
}

cl_int Drivers::platform_ids(cl_uint count, cl_platform_id* platforms, cl_uint* count_ret) const {
  if (exporting_) {
    const auto list = reinterpret_cast<decltype(&clGetPlatformIDs)>(exporting_->symbol("clGetPlatformIDs"));
    return list(count, platforms, count_ret);
  }
  if (count_ret != nullptr) *count_ret = static_cast<cl_uint>(platforms_.size());
  if (platforms != nullptr)
    std::copy_n(platforms_.begin(), std::min<std::size_t>(count, platforms_.size()), platforms);
  return CL_SUCCESS;
}

Drivers::Kind Drivers::kind() const {
  if (!exporting_) return Kind::DriverWithTable;
  const auto platforms =
      listed(reinterpret_cast<clIcdGetPlatformIDsKHR_fn>(exporting_->symbol("clGetPlatformIDs")));
  const auto is_behind_loader = [&](cl_platform_id platform) { return is_loader_of(platform, *exporting_); };
  return platforms.empty() || std::ranges::any_of(platforms, is_behind_loader) ? Kind::Loader
                                                                               : Kind::DriverWithExports;
}

std::string Drivers::exporting_file() const {
  return exporting_ ? system::file_of(exporting_->symbol("clGetPlatformIDs")) : "";
}

std::optional<bool> has_icd(cl_platform_id platform, cl_api_clGetPlatformInfo info) {
  char extensions[8192] = {};
  if (info == nullptr ||
      info(platform, CL_PLATFORM_EXTENSIONS, sizeof extensions - 1, extensions, nullptr) != CL_SUCCESS)
    return std::nullopt;
  return std::string_view(extensions).find("cl_khr_icd") != std::string_view::npos;
}

void use_drivers(const std::string& file) { wanted_file = file; }

const Drivers& drivers() {
  // Never destroyed: global objects release their OpenCL objects through it when the process ends.
  static const Drivers& those = *(wanted_file.empty() ? new Drivers : new Drivers(wanted_file));
  return those;
}

cl::Context context_of(const cl::Device& device) {
  cl_platform_id platform = nullptr;
  // A device that does not report its platform gets the default one.
  if (clGetDeviceInfo(device(), CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr) != CL_SUCCESS)
    return cl::Context(device);
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(platform), 0};
  return {device, properties};
}

cl::CommandQueue queue_of(const DeviceSession& session, cl_command_queue_properties properties) {
  if (session.facts.opencl >= 20) return {session.context, session.device, properties};
  cl_int error = CL_SUCCESS;
  cl::CommandQueue queue(clCreateCommandQueue(session.context(), session.device(), properties, &error));
  require_success(error, "clCreateCommandQueue");
  return queue;
}

}  // namespace wgcts::harness

// The OpenCL functions that the suite calls. Each forwards to the selected library, so the program starts
// without an OpenCL loader.

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
PASS(cl_command_queue, clCreateCommandQueue,
     (cl_context context, cl_device_id device, cl_command_queue_properties properties, cl_int* error),
     context, device, properties, error)
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

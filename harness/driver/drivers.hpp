// The configuration of OpenCL's C++ binding, the names of OpenCL's errors and device queries, and the library
// that handles this process's OpenCL calls. The device of a worker, the state that all its launches share,
// its stages, and the exceptions for refusals of the driver.
#pragma once

#include <cstdint>
#include <functional>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS  // for queue_of()
#define CL_HPP_TARGET_OPENCL_VERSION 300
#define CL_HPP_MINIMUM_OPENCL_VERSION 200
#include <CL/opencl.hpp>  // IWYU pragma: export
// After it, so that both have the same version.
#include <CL/cl_icd.h>  // IWYU pragma: export

#include "results/case_result.hpp"
#include "results/device_facts.hpp"
#include "results/timing.hpp"
#include "system/backtrace.hpp"
#include "system/library.hpp"
#include "system/reached_limits.hpp"

namespace wgcts::harness {

/// The loader's error if there is no driver (cl_khr_icd).
inline constexpr cl_int platform_not_found = -1001;

/// Of cl_intel_required_subgroup_size. Some headers lack it.
inline constexpr cl_device_info sub_group_sizes_intel = 0x4108;

/// The symbolic name of an OpenCL error, or its number.
std::string error_name(cl_int error);

/// The name, such as CL_DEVICE_NAME, or the number of a query that the suite does not make.
std::string query_name(cl_device_info what);

/// The functions of an object's driver: each object begins with a pointer to them (cl_khr_icd).
inline const cl_icd_dispatch* table_of(const void* object) {
  return *static_cast<const cl_icd_dispatch* const*>(object);
}

/// Calls go to the machine's loader, opened at the first call, or to the drivers of --driver. In the second
/// case the suite does the work of a loader.
class Drivers {
 public:
  /// The machine's loader. Throws std::runtime_error if there is none.
  Drivers();
  /// The drivers of `file`: a driver's library, an .icd file, or a folder of .icd files. Throws
  /// std::runtime_error if one of them cannot be used.
  explicit Drivers(const std::string& file);

  /// The function that handles calls for `object`. Null if its library has no function of that name.
  template <class Function>
  Function function(const char* name, Function cl_icd_dispatch::*member, const void* object) const {
    if (exporting_) return reinterpret_cast<Function>(exporting_->symbol(name));
    return object == nullptr ? nullptr : table_of(object)->*member;
  }

  cl_int platform_ids(cl_uint count, cl_platform_id* platforms, cl_uint* count_ret) const;

  /// The kind of library that handles the calls. On boards and phones libOpenCL.so is often the driver, and
  /// --driver may name a loader. So the file with its platforms' functions decides, not the library's name.
  enum class Kind : std::uint8_t { Loader, DriverWithTable, DriverWithExports };
  Kind kind() const;
  /// The file of the loader, or of the driver that exports OpenCL's functions. Empty for drivers with tables.
  std::string exporting_file() const;

 private:
  void add_library(const std::string& file);

  std::optional<system::Library> exporting_;  ///< exports the functions by name
  std::vector<cl_platform_id> platforms_;     ///< of drivers that are reached through their objects
};

/// Whether the platform lists cl_khr_icd, so that its objects have a table_of(). `info` is its
/// clGetPlatformInfo. Empty if the query fails.
std::optional<bool> has_icd(cl_platform_id platform, cl_api_clGetPlatformInfo info);

/// Selects the drivers of this file. Must precede the first call.
void use_drivers(const std::string& file);

/// The drivers of this process, opened at the first call: the loader, unless use_drivers() selected others.
/// Throws std::runtime_error if they cannot be opened.
const Drivers& drivers();

struct DeviceSession {
  cl::Device device;
  cl::Context context;
  cl::CommandQueue queue;
  DeviceFacts facts;
  std::uint64_t seed = 0;
  std::size_t allowance = 0;  ///< limit of all buffers together, in bytes
  std::size_t memory = 0;     ///< limit of one buffer, in bytes
};

/// A context of the device, with its platform. Without CL_CONTEXT_PLATFORM, the default platform is
/// implementation-defined, and clCreateContext may return CL_INVALID_PLATFORM. Throws cl::Error.
cl::Context context_of(const cl::Device& device);

/// A queue of the session's device in the session's context. With --implementation, devices of OpenCL 1.x are
/// tested too, which lack clCreateCommandQueueWithProperties. Throws cl::Error.
cl::CommandQueue queue_of(const DeviceSession& session, cl_command_queue_properties properties = 0);

/// The stages of one thread. Each stage is reported before the driver is called, so that a hang or crash in
/// the call has a name.
class Progress {
 public:
  explicit Progress(std::function<void(Stage)> report) : report_(std::move(report)) {}

  void enter(Stage stage) {
    watch_.lap(info(stage_).activity);
    stage_ = stage;
    system::note_suites_work(!is_drivers(stage));
    report_(stage);
  }
  Stage stage() const { return stage_; }

  /// The time since the last call or the start. The current stage continues.
  Timing take() {
    watch_.lap(info(stage_).activity);
    return std::exchange(watch_, {}).timing();
  }

 private:
  std::function<void(Stage)> report_;
  Stage stage_ = Stage::Data;
  Stopwatch watch_;
};

inline void require_success(cl_int error, const char* call) {
  if (error != CL_SUCCESS) throw cl::Error(error, call);
}

/// The device lacks something that a situation needs, or the loader lacks a function.
struct Unsupported {
  Reason reason;
};

/// The driver refused, or something is missing. The cases of the current phase have no result.
struct Refusal : std::runtime_error {
  Refusal(Verdict v, const std::string& message, cl_int code = CL_SUCCESS, std::string build_log = {})
      : std::runtime_error(message), verdict(v), error(code), log(std::move(build_log)) {}
  /// The message is "clFinish returned CL_OUT_OF_RESOURCES".
  Refusal(Verdict v, const cl::Error& refused)
      : Refusal(v, std::string(refused.what()) + " returned " + error_name(refused.err()), refused.err()) {}
  /// The driver is not to blame: the device or the loader lacks something.
  Refusal(Verdict v, const Unsupported& unsupported)
      : Refusal(v, unsupported.reason.query + ": " + unsupported.reason.answer) {}
  Conclusion conclusion(Stage stage) const { return {verdict, what(), log, stage}; }
  Verdict verdict;             ///< BuildError or LaunchError; Skip or NotRun if the driver is not to blame
  cl_int error;                ///< CL_SUCCESS if the refusal is not an error of OpenCL
  bool of_own_binary = false;  ///< of a build: the driver had built the program, and made its binary
  std::string log;
};

/// Throws Refusal for an exception of the suite that a limit of the machine may have caused: no memory, no
/// thread. The worker then ends and names the limit.
inline void refuse_at_limit(const std::exception& error) {
  const bool is_lack = dynamic_cast<const std::bad_alloc*>(&error) != nullptr ||
                       dynamic_cast<const std::system_error*>(&error) != nullptr;
  if (is_lack && system::print_reached_limits()) throw Refusal(Verdict::LaunchError, error.what());
}

/// Calls the function. Turns OpenCL's errors, Unsupported (with the verdict `if_unsupported`) and exceptions
/// at a limit of the machine into Refusal.
auto refusing(Verdict if_unsupported, const auto& function) {
  try {
    return function();
  } catch (const Unsupported& unsupported) {
    throw Refusal(if_unsupported, unsupported);
  } catch (const cl::Error& error) {
    throw Refusal(Verdict::LaunchError, error);
  } catch (const std::exception& error) {
    refuse_at_limit(error);
    throw;
  }
}

}  // namespace wgcts::harness

// The device of a worker, the state that all its launches share, its stages, and the exceptions for refusals
// of the driver.
#pragma once

#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include "harness/driver/opencl.hpp"
#include "results/case_result.hpp"
#include "results/device_facts.hpp"
#include "results/timing.hpp"
#include "system/backtrace.hpp"
#include "system/reached_limits.hpp"

namespace wgcts::harness {

struct DeviceSession {
  cl::Device device;
  cl::Context context;
  cl::CommandQueue queue;
  DeviceFacts facts;
  std::uint64_t seed = 0;
  std::size_t allowance = 0;  ///< limit of all buffers together, in bytes
  std::size_t memory = 0;     ///< limit of one buffer, in bytes
};

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

/// Throws cl::Error unless `error` is success.
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
  Verdict verdict;  ///< BuildError or LaunchError; Skip or NotRun if the driver is not to blame
  cl_int error;     ///< CL_SUCCESS if the refusal is not an error of OpenCL
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

/// The device refused buffers within the limits that it reports. No builtin was called.
struct NoBuffers : Refusal {
  explicit NoBuffers(const std::string& message)
      : Refusal(Verdict::LaunchError, message, CL_MEM_OBJECT_ALLOCATION_FAILURE) {}
  explicit NoBuffers(const cl::Error& refused) : Refusal(Verdict::LaunchError, refused) {}
};

/// The device broke a clause in a launch that cannot be judged further.
struct BrokenLaunch {
  Failure failure;
};

}  // namespace wgcts::harness

// Runs jobs on a device: builds, launches, judges. Lives in a worker; whatever the driver does to the
// process, the supervisor has been told beforehand what was about to happen.
#pragma once

#include <functional>
#include <stdexcept>

#include "harness/job.hpp"
#include "harness/opencl.hpp"
#include "harness/result.hpp"
#include "harness/timing.hpp"

namespace wgcts {

enum class Phase : std::uint8_t { Start, Build, Launch };

/// All that a case's sites wrote, and the launch that it was.
struct RawOutput {
  Extents local{};
  std::size_t groups = 0;  ///< as ndrange() takes it
  std::vector<std::vector<std::byte>>
      sites;  ///< site by site, work-items by global linear id, canary included
};

/// What the runner tells of its progress, in order.
struct Listener {
  std::function<void(Phase, const std::vector<Case>&)>
      begin;  ///< before the driver is touched for these cases
  std::function<void(const CaseResult&)> result;
  std::function<void(const Timing&)> spent;                        ///< after each phase
  std::function<void(const Case&, const RawOutput&)> output = {};  ///< before each result, where set
};

/// The driver refused; the cases of the phase that was begun last have no result.
struct Refusal : std::runtime_error {
  Refusal(Verdict v, const std::string& message, std::string build_log = {})
      : std::runtime_error(message), verdict(v), log(std::move(build_log)) {}
  Verdict verdict;  ///< BuildError or LaunchError
  std::string log;
};

class Runner {
 public:
  /// Takes the device and makes a context and a queue on it; buffers take `memory` bytes at most. Throws
  /// Refusal.
  Runner(const cl::Device& device, DeviceFacts facts, std::uint64_t seed, std::size_t memory);

  /// Judges the job's cases. Throws Refusal for what the driver refuses and SuiteDefect for a check that
  /// could not fail.
  void run(const Job& job, const Listener& listener);

 private:
  cl::Program build(const std::vector<Kernel>& kernels, const std::string& text,
                    const std::string& options) const;
  void launch_within_memory(const Launch& launch, const cl::Program& program, const Listener& listener);
  void launch(const Launch& launch, const cl::Program& program, const Listener& listener);

  cl::Device device_;
  DeviceFacts facts_;
  std::uint64_t seed_;
  std::size_t allowance_;  ///< bytes that all buffers may have
  std::size_t memory_;     ///< bytes that a buffer may have: less after the device could not give them
  cl::Context context_;
  cl::CommandQueue queue_;
  std::string built_;    ///< options and text of the program that was built last
  cl::Program program_;  ///< which is not built again for the next job
};

}  // namespace wgcts

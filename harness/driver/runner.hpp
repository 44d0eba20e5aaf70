// Builds, launches and judges jobs on a device, in a worker. The supervisor gets an event before each step,
// because the driver may end the process.
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>

#include "harness/driver/device_run.hpp"
#include "results/case_result.hpp"
#include "results/timing.hpp"

namespace wgcts::harness {

/// The runner's reports. Results, outputs and defects of judging come from another thread, because launches
/// are judged while the driver runs the next. All have arrived when run() returns or throws.
struct Listener {
  /// Before the driver is called for these cases.
  std::function<void(Phase, const std::vector<Case>&)> begin;
  std::function<void(const CaseResult&)> result;
  std::function<void(const Timing&)> spent;  ///< after each phase
  /// These cases get no result because of a defect of the suite.
  std::function<void(const std::vector<Case>&, const std::string& why)> defect;
  /// The driver refused the launch of these cases at this stage. run() continues with the others.
  std::function<void(const std::vector<Case>&, const Refusal&, Stage)> refused;
  std::function<void(const Case&, const RawOutput&)> output = {};  ///< before each result, if set
};

class Runner {
 public:
  /// Makes a context and a queue on the device. Buffers take at most `memory` bytes. Every program includes
  /// the implementation. The clock decides how often launches are repeated. Throws Refusal.
  Runner(const cl::Device& device, DeviceFacts facts, std::uint64_t seed, std::size_t memory,
         std::optional<Implementation> implementation = {}, Clock clock = std::chrono::steady_clock::now);

  /// From now on every program ends in a unique comment, so that it is in no cache of the driver.
  void salt_programs();

  /// Judges the job's cases, one launch after the other. Throws Refusal if the driver refuses.
  void run(Job job, const Listener& listener, Progress& progress);

  const DeviceSession& session() const { return session_; }
  /// The comment of salt_programs(), or empty.
  const std::string& salt() const { return salt_; }

 private:
  const DeviceSession& session_for(const Variant& variant);
  ProgramSource source_of(std::vector<Kernel> kernels) const;
  cl::Program build(const Job& job, const std::vector<Kernel>& kernels, const ProgramSource& source);
  bool skip_unbuildable_sub_group_sizes(Job& job, const std::vector<Kernel>& kernels, const Refusal& refused);
  bool prepare_program(Job& job);
  void skip(const Launch& launch, const Reason& reason);
  bool needs_local_memory(const Launch& launch);
  bool runs_without_local_memory();
  bool is_allowed(const cl::Error& error, const Launch& launch);
  bool goes_on() const;
  void launch_within_memory(const Launch& launch);
  std::unique_ptr<LaunchStages> prepare(const Launch& launch, std::size_t memory);
  void launch(const Launch& launch, std::size_t memory);
  void repeat(LaunchStages& launch, double seconds);
  void judge_finished(double seconds) const;
  double seconds_since(std::chrono::steady_clock::time_point start) const;
  void catch_up();

  Clock clock_;
  const Listener* listener_ = nullptr;  ///< of run()
  Progress* progress_ = nullptr;        ///< of run()
  DeviceSession session_;
  std::optional<Implementation> implementation_;
  std::vector<std::uint32_t> library_;      ///< the implementation's module with linkage; empty: none
  std::optional<DeviceSession> part_;       ///< on a sub-device, if a case needs one
  double building_ = 0, repeating_ = 0;     ///< seconds so far
  std::string salt_;                        ///< appended to the text of every program
  std::string built_;                       ///< options, situation and text of the last program built
  cl::Program program_;                     ///< reused if the next job needs the same
  std::unique_ptr<LaunchStages> finished_;  ///< the launch that is being judged: one, to limit the memory
  std::future<void> judging_;               ///< of finished_
};

}  // namespace wgcts::harness

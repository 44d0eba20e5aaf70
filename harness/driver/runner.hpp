// Runs jobs on a device: builds, launches, judges. Lives in a worker; whatever the driver does to the
// process, the supervisor has been told beforehand what was about to happen.
#pragma once

#include <functional>
#include <future>
#include <list>
#include <memory>

#include "harness/driver/device_launch.hpp"
#include "harness/driver/program_build.hpp"
#include "harness/driver/refusal.hpp"
#include "results/phase.hpp"
#include "results/raw_output.hpp"

namespace wgcts::harness {

/// What the runner tells of its progress. Results, outputs and defects of judging come from another thread
/// than the rest: launches are judged while the driver is at the next. All have come when run() returns or
/// throws.
struct Listener {
  std::function<void(Phase, const std::vector<Case>&)>
      begin;  ///< before the driver is touched for these cases
  std::function<void(const CaseResult&)> result;
  std::function<void(const Timing&)> spent;  ///< after each phase
  /// These cases get no result, by the suite's own fault; the others do.
  std::function<void(const std::vector<Case>&, const std::string& why)> defect;
  std::function<void(const Case&, const RawOutput&)> output = {};  ///< before each result, where set
};

/// Launches that are in flight together.
using Launches = std::list<std::unique_ptr<LaunchStages>>;

class Runner {
 public:
  /// Takes the device and makes a context and a queue on it; buffers take `memory` bytes at most. An
  /// implementation goes before every program. A context that was `prepared` on the device serves, unless
  /// empty. Throws Refusal.
  Runner(const cl::Device& device, DeviceFacts facts, std::uint64_t seed, std::size_t memory,
         std::optional<Implementation> implementation = {}, const cl::Context& prepared = {});

  /// From here on every program ends in a comment of its own, so that no cache of the driver's knows it.
  void salt_programs();

  /// Judges the job's cases, launches that belong together in flight at once. Throws Refusal for what the
  /// driver refuses.
  void run(const Job& job, const Listener& listener, Progress& progress);

  const DeviceSession& session() const { return session_; }
  /// What stands behind the text of every program; empty unless salt_programs() was called.
  const std::string& salt() const { return salt_; }

 private:
  const DeviceSession& session_of(const Job& job);
  const DeviceSession& session_for(const Launch& launch) const;
  cl::Program build(const Job& job, const std::vector<Kernel>& kernels, const ProgramSource& source,
                    const std::string& options, Progress& progress);
  void excuse_sub_group_size(const Job& job, const std::vector<Kernel>& kernels, const Refusal& refused,
                             const std::string& options, Progress& progress);
  bool prepare_program(const Job& job, const Listener& listener, Progress& progress);
  bool lives() const;
  void launch_within_memory(const std::vector<Launch>& together, const Listener& listener,
                            Progress& progress);
  Launches prepare(const std::vector<Launch>& together, std::size_t memory, const Listener& listener,
                   Progress& progress) const;
  void launch(const std::vector<Launch>& together, std::size_t memory, const Listener& listener,
              Progress& progress);
  void repeat(const Launches& launches, double seconds, Progress& progress);
  void judge_finished(double seconds, const Listener& listener) const;
  void catch_up();

  DeviceSession session_;
  std::optional<Implementation> implementation_;
  std::vector<std::uint32_t> library_;   ///< the implementation's module, as it is linked; empty for none
  std::optional<DeviceSession> part_;    ///< on a sub-device, where a case wants one
  double building_ = 0, repeating_ = 0;  ///< seconds so far
  std::string salt_;                     ///< behind the text of every program
  std::string built_;                    ///< options, way and text of the program that was built last
  cl::Program program_;                  ///< which is not built again for the next job
  Launches finished_;                    ///< what is being judged: one batch, for its data takes memory
  std::future<void> judging_;            ///< of finished_
};

}  // namespace wgcts::harness

// Builds programs, and runs kernels on a device: the kernel of a form, a program, or a kernel run. Finds the
// functions that a file of builtins defines.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/driver/drivers.hpp"
#include "harness/program/implementation.hpp"
#include "harness/program/job.hpp"
#include "harness/program/kernel_run.hpp"
#include "results/case_result.hpp"
#include "suites/variant.hpp"

namespace wgcts::harness {

struct ProgramSource {
  std::string whole;  ///< the kernels
  std::string part;   ///< their functions in the other part, for situations that link one
  std::vector<std::uint32_t> module = {};   ///< `whole` as SPIR-V, for the situation Module
  std::vector<std::uint32_t> library = {};  ///< SPIR-V that is linked to the module; empty: none
};

/// The executable program on the session's device, built as the situation requires. Throws Refusal if the
/// driver refuses, and Unsupported.
cl::Program build_program(const ProgramSource& source, Situation situation, const std::string& options,
                          const DeviceSession& session, Progress& progress);

/// The kernel of that name. Throws the Refusal of a failed build.
cl::Kernel create_kernel(const cl::Program& program, const std::string& name);

/// The prototypes that the implementation defines on the device, as printed by text_of(). `facts` are those
/// of the device itself. Throws Refusal, with the compiler's log, if the file itself does not compile.
std::vector<std::string> definitions(const cl::Device& device, const DeviceFacts& facts,
                                     const Implementation& implementation, Progress& progress);

/// CL_KERNEL_LOCAL_MEM_SIZE: what the kernel declares and what the driver needs for it. Throws cl::Error.
std::size_t local_memory_used(const cl::Kernel& kernel, const cl::Device& device);

/// Number of elements after each output that no kernel may write.
inline constexpr std::size_t canary_elements = 32;

/// The order of calls is the constructor, the kernel's limits, transfer(), enqueue(), wait(), read(). All
/// throw cl::Error if the driver refuses.
class DeviceRun {
 public:
  using Outputs = RunOutcome::Outputs;

  /// Makes the kernel. `run` and `session` must outlive this object. The run's buffers and local memory are
  /// read when they are used, and may change until then. Throws Refusal.
  DeviceRun(const KernelRun& run, const cl::Program& program, const DeviceSession& session);

  /// The largest work-group size of the kernel. It may change with local memory.
  std::size_t work_group_limit() const;
  /// Passes the local memory that the run needs. Returns a reason if the device has less.
  std::optional<Reason> bind_local_memory();
  /// The reason why the device cannot launch the kernel after its local memory is bound.
  std::optional<Reason> unsupported() const;

  /// Makes the buffers of all launches of the situation, fills the inputs, and poisons the outputs and their
  /// canaries. A refusal is that of a buffer, because no kernel was launched.
  void transfer();
  /// Enqueues as the run's situation requires.
  void enqueue();
  /// Also throws cl::Error if a launch failed on the device.
  void wait();
  /// The contents of each output, followed by its canary.
  Outputs read() const { return read(buffers_.front()); }
  /// The same, followed by different results of other launches on the same input.
  std::vector<Outputs> read_all() const;
  /// Poisons the outputs again for another launch on the same data.
  void poison_again() const;

 private:
  using Buffers = std::vector<cl::Buffer>;  ///< one for each argument; null if it has none

  std::size_t poisoned_bytes(const KernelArgument& output) const;
  void poison(const KernelArgument& output, const cl::Buffer& buffer) const;
  Buffers with_other_outputs(Buffers buffers, bool zero_inputs) const;
  void bind(cl::Kernel& kernel, const Buffers& buffers, bool other = false) const;
  void bind_rest(cl::Kernel& kernel, std::size_t words) const;
  void enqueue_range(const cl::CommandQueue& queue, const cl::Kernel& kernel, const NDRange& range);
  void enqueue_judged(const cl::CommandQueue& queue, cl::Kernel& kernel, const Buffers& buffers);
  void enqueue_other(const cl::CommandQueue& queue, cl::Kernel& kernel, const Buffers& buffers);
  void enqueue_between_others(const cl::CommandQueue& queue, cl::Kernel& kernel,
                              std::span<const Buffers> judged, const Buffers& before, const Buffers& after);
  void enqueue_clone();
  void enqueue_in_any_order();
  void enqueue_from_threads();
  void enqueue_with_shared_memory();
  Outputs read(const Buffers& buffers) const;

  const KernelRun& run_;
  const DeviceSession& session_;
  cl::Program program_;
  cl::Kernel kernel_;
  std::size_t rest_ = 1;                  ///< words of unused local memory, for kernels that fill it
  std::vector<Buffers> buffers_;          ///< of the launch, and of other legal launches on the same input
  std::vector<Buffers> others_;           ///< for launches whose results are not read
  std::vector<cl::CommandQueue> queues_;  ///< to wait for, besides the session's
  std::vector<cl::Event> launches_;       ///< the events that wait() queries
  std::mutex launches_mutex_;             ///< two threads launch at once
};

/// The same session on a sub-device with half of the compute units. Throws cl::Error, Refusal, and
/// Unsupported if the device cannot be partitioned this way, or the sub-device is not available.
DeviceSession session_on_part(const DeviceSession& whole);

/// Builds, launches and reads a run without judging it, for the diagnosis. The first result is that of the
/// launch. Different results of other launches on the same input follow. `salt` is appended to the program's
/// text. Throws Refusal if the driver refuses or the device lacks something.
std::vector<RunOutcome::Outputs> run_kernel(const KernelRun& run, const DeviceSession& whole,
                                            const std::string& salt, Progress& progress);

/// A launch that is prepared, enqueued, read back and judged. The steps are separate so that it can be judged
/// while the driver runs the next one. Steps that call the driver throw cl::Error if it refuses, and report
/// their stage.
class LaunchStages {
 public:
  using Outputs = RunOutcome::Outputs;

  LaunchStages(const Launch& launch, const DeviceSession& session) : launch_(launch), session_(session) {}
  LaunchStages(const LaunchStages&) = delete;
  LaunchStages& operator=(const LaunchStages&) = delete;
  virtual ~LaunchStages() = default;

  bool can_run() const { return !unsupported_ && !broken_; }

  void enqueue(Progress& progress);

  void wait_and_read(Progress& progress);

  /// Whether a second launch on the same data is the same launch.
  bool can_be_repeated() const { return !unsupported_ && run_.situation == Situation::None; }

  /// Launches again on the same data, and keeps the output if it differs from the first.
  void repeat(Progress& progress);

  void release() { device_.reset(); }

  const std::vector<Case>& cases() const { return launch_.cases; }

  /// The result for one of the launch's cases: a skip if the device cannot run the launch, and a failure if
  /// the launch cannot be judged. Otherwise `output`, unless empty, receives the output of the case's sites.
  /// Does not call the driver and may run in parallel with it. Throws SuiteDefect for a check that cannot
  /// fail.
  CaseResult result(const Case& c, const std::function<void(const Case&, const RawOutput&)>& output) const;

 protected:
  /// Judges one launch's output for one of the cases. `raw`, unless null, receives the output.
  virtual CaseResult judge(const Case& c, const Outputs& written, RawOutput* raw) const = 0;

  /// Inspects the output of the first launch before it is judged.
  virtual void look_at(const Outputs& /*written*/) {}

  const Launch& launch_;
  const DeviceSession& session_;
  std::optional<Reason> unsupported_;  ///< why the device cannot run the launch
  std::optional<Failure> broken_;      ///< why the launch fails although it cannot be judged
  KernelRun run_;
  std::optional<DeviceRun> device_;

 private:
  /// The output of a repeated launch that differs from the first.
  struct Repetition {
    unsigned number = 0;  ///< 2 for the second launch
    Outputs written;
  };
  void judge_repetitions(const Case& c, CaseResult& result) const;

  /// The output of the launch, followed by different outputs of launches with the same input.
  std::vector<Outputs> written_;
  unsigned launched_ = 0;                ///< number of launches
  std::vector<Repetition> repetitions_;  ///< those that differ
};

/// Makes the launch's kernel and its buffers, and fills them. The buffers of a form's kernel have at most
/// `memory` bytes each, and twice as much together, but those of one work-group are always made. Throws
/// cl::Error if the driver refuses. `launch` and `session` must outlive the result.
std::unique_ptr<LaunchStages> prepared(const Launch& launch, const cl::Program& program,
                                       const DeviceSession& session, std::size_t memory, Progress& progress);

}  // namespace wgcts::harness

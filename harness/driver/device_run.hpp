// A kernel run on a device. This is the only place that makes buffers, poisons outputs, passes arguments and
// enqueues, for all host situations.
#pragma once

#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "harness/driver/device_session.hpp"
#include "harness/program/kernel_run.hpp"

namespace wgcts::harness {

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

  /// Makes the buffers, fills the inputs, and poisons the outputs and their canaries.
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
  void bind(cl::Kernel& kernel, const Buffers& buffers) const;
  void bind_rest(cl::Kernel& kernel, std::size_t words) const;
  void enqueue_range(const cl::CommandQueue& queue, const cl::Kernel& kernel, const NDRange& range);
  void enqueue_plainly();
  void enqueue_other(bool half);
  void enqueue_between_others();
  void enqueue_clone();
  void add_launches();
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
  std::list<Buffers> others_;             ///< for launches whose results are not read
  std::vector<cl::CommandQueue> queues_;  ///< to wait for, besides the session's
  std::vector<cl::Event> launches_;       ///< the events that wait() queries
  std::mutex launches_mutex_;             ///< two threads launch at once
};

/// The same session on a sub-device with half of the compute units. Throws cl::Error, Refusal, and
/// Unsupported if the device cannot be partitioned this way.
DeviceSession session_on_part(const DeviceSession& whole);

/// Builds, launches and reads a run without judging it, for the diagnosis. The first result is that of the
/// launch. Different results of other launches on the same input follow. `salt` is appended to the program's
/// text. Throws Refusal if the driver refuses or the device lacks something.
std::vector<RunOutcome::Outputs> run_kernel(const KernelRun& run, const DeviceSession& whole,
                                            const std::string& salt, Progress& progress);

}  // namespace wgcts::harness

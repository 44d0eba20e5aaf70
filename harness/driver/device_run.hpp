// A kernel run on its way through a device: the only place that makes buffers, poisons outputs, passes
// arguments and enqueues, in every way in which a host may go about it.
#pragma once

#include <functional>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "harness/driver/device_session.hpp"
#include "harness/driver/stage_reports.hpp"
#include "harness/program/kernel_run.hpp"

namespace wgcts::harness {

/// Elements behind each output that no kernel may touch.
inline constexpr std::size_t canary_elements = 32;

/// The order is the constructor, what is asked of the kernel, transfer(), enqueue(), wait(), read(). All
/// throw cl::Error for what the driver refuses.
class DeviceRun {
 public:
  using Outputs = RunOutcome::Outputs;

  /// Makes the kernel. `run` and `session` must outlive this. What `run` says of buffers and local memory is
  /// read when it is used, and may change until then. Throws Refusal.
  DeviceRun(const KernelRun& run, const cl::Program& program, const DeviceSession& session);

  /// The largest work-group that the driver launches the kernel with. It may change with local memory.
  std::size_t work_group_limit() const;
  /// Passes the local memory that the run asks for; a reason where the device has less.
  std::optional<Reason> bind_local_memory();
  /// What the kernel, its local memory bound, asks of the device and does not get.
  std::optional<Reason> lack() const;

  /// Makes the buffers, fills the inputs, and poisons the outputs and their canaries.
  void transfer();
  /// Enqueues as the run's situation asks.
  void enqueue();
  void wait() const;
  /// What each output holds, its canary behind it.
  Outputs read() const;
  /// The same of every other launch on the same input that is just as legal.
  std::vector<Outputs> read_twins() const;
  /// Poisons the outputs again, for another launch on the same data.
  void poison_again() const;

 private:
  using Buffers = std::vector<cl::Buffer>;  ///< of each argument; null where it has none

  std::size_t poisoned_bytes(const KernelArgument& output) const;
  void poison(const KernelArgument& output, const cl::Buffer& buffer) const;
  Buffers with_other_outputs(bool zero_inputs) const;
  void bind(cl::Kernel& kernel, const Buffers& buffers) const;
  void bind_rest(cl::Kernel& kernel, std::size_t words) const;
  void enqueue_range(const cl::CommandQueue& queue, const cl::Kernel& kernel, const NDRange& range) const;
  void enqueue_plainly();
  void enqueue_other(bool half);
  void enqueue_between_others();
  void enqueue_clone();
  void enqueue_in_any_order();
  void enqueue_from_threads();
  void enqueue_with_shared_memory();
  Outputs read(const Buffers& buffers) const;

  const KernelRun& run_;
  const DeviceSession& session_;
  cl::Program program_;
  cl::Kernel kernel_;
  std::size_t rest_ = 1;  ///< words of local memory that are left, where the kernel takes them
  Buffers buffers_;
  std::vector<Buffers> twins_;            ///< of other launches on the same input, just as legal
  std::list<Buffers> others_;             ///< of launches whose results nobody reads
  std::vector<cl::CommandQueue> queues_;  ///< that are to be waited for, beside the session's
};

/// Builds, launches and reads a run that stands for itself, for a diagnosis that tries whether a simpler
/// kernel shows a bug too: first what the launch wrote, then what other launches on the same input wrote that
/// is not the same. `salt` stands behind the program's text. Nothing is judged. Throws Refusal for what the
/// driver refuses, and for what the device lacks.
std::vector<RunOutcome::Outputs> run_kernel(const KernelRun& run, const DeviceSession& whole,
                                            const std::string& salt, Progress& progress);

}  // namespace wgcts::harness

// One launch on its way through a device: prepared, enqueued, read back and judged. The stages are apart so
// that several launches can be in flight, and that one is judged while the driver is at the next.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "harness/check/site_checker.hpp"
#include "harness/driver/opencl.hpp"
#include "harness/program/job.hpp"
#include "harness/program/layout.hpp"
#include "results/case_result.hpp"
#include "results/raw_output.hpp"
#include "results/timing.hpp"

namespace wgcts::harness {

/// What all launches of a worker share.
struct DeviceSession {
  cl::Device device;
  cl::Context context;
  cl::CommandQueue queue;
  DeviceFacts facts;
  std::uint64_t seed = 0;
  std::size_t allowance = 0;  ///< bytes that all buffers may have
  std::size_t memory = 0;     ///< bytes that a buffer may have: less after the device could not give them
};

/// The stages that touch the driver throw cl::Error for what it refuses, and count their time on the watch.
class DeviceLaunch {
 public:
  /// Makes the kernel and its buffers, and fills them. Throws NoBuffers where the device gives less memory
  /// than it promises.
  DeviceLaunch(const Launch& launch, const cl::Program& program, const DeviceSession& equipment,
               Stopwatch& watch);

  /// What the device lacks for the launch, which then is not made.
  const std::optional<Reason>& lacks() const { return lacks_; }

  void enqueue(Stopwatch& watch);

  /// Waits, and reads what the kernel wrote. Kernel and buffers are given back.
  void land(Stopwatch& watch);

  /// Judges what was read: a result for each case of the launch, in order; a skip where the device lacks
  /// something. `output` gets what each case's sites wrote; it may be empty. Touches no driver, and may run
  /// beside one that is at work. Throws SuiteDefect for a check that could not fail.
  std::vector<CaseResult> results(const std::function<void(const Case&, const RawOutput&)>& output) const;

 private:
  /// The buffers of a launch as the host sees them.
  struct Streams {
    std::size_t sites = 0, stride = 0, element = 0;
    std::vector<std::byte> in, out;
    std::vector<std::uint32_t> from;
    std::size_t bytes() const { return sites * stride * element; }
    std::span<std::byte> input(std::size_t site);
    std::span<const std::byte> output(std::size_t site) const;
  };

  std::optional<Reason> lack(std::size_t kernel_limit) const;
  void fill();
  void transfer();
  CaseResult judge(const Case& c, RawOutput* raw) const;
  bool canary_lives(std::size_t site) const;

  const Launch& launch_;
  const DeviceSession& session_;
  std::optional<Reason> lacks_;
  cl::Kernel kernel_;
  Extents local_{};
  Layout layout_;
  std::size_t groups_ = 0;  ///< as ndrange() takes it
  std::unique_ptr<Grid> grid_;
  std::vector<std::unique_ptr<SiteChecker>> checkers_;
  Streams streams_;
  std::vector<std::byte> poison_;  ///< an element that nobody wrote
  cl::Buffer in_, out_, from_;
};

}  // namespace wgcts::harness

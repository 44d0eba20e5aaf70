// One launch on its way through a device: prepared, enqueued, read back and judged. The stages are apart so
// that several launches can be in flight, and that one is judged while the driver is at the next.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "harness/check/site_checker.hpp"
#include "harness/driver/dispatch.hpp"
#include "harness/driver/progress.hpp"
#include "harness/program/job.hpp"
#include "harness/program/layout.hpp"
#include "results/case_result.hpp"
#include "results/raw_output.hpp"

namespace wgcts::harness {

/// The steps that touch the driver throw cl::Error for what it refuses, and say where they are.
class DeviceLaunch {
 public:
  /// Makes the kernel and its buffers of `memory` bytes at most, and fills them. Throws NoBuffers where that
  /// is too little for the launch, and less than the device promises.
  DeviceLaunch(const Launch& launch, const cl::Program& program, const DeviceSession& session,
               std::size_t memory, Progress& progress);

  /// What the device lacks for the launch, which then is not made.
  const std::optional<Reason>& lacks() const { return lacks_; }

  void enqueue(Progress& progress);

  /// Waits, and reads what the kernel wrote. Kernel and buffers are given back. A driver that breaks the same
  /// launch now so and now otherwise into work-groups cannot be judged by it.
  void wait_and_read(Progress& progress);

  const std::vector<Case>& cases() const { return launch_.cases; }

  /// Judges what was read for one of the launch's cases; a skip where the device lacks something. `output`
  /// gets what the case's sites wrote; it may be empty. Touches no driver, and may run beside one that is at
  /// work. Throws SuiteDefect for a check that could not fail.
  CaseResult result(const Case& c, const std::function<void(const Case&, const RawOutput&)>& output) const;

 private:
  /// The buffers of a launch as the host sees them.
  struct Streams {
    std::size_t sites = 0, stride = 0, element = 0;
    std::vector<std::byte> in;
    /// One output, and behind it what differs from it where several launches had the same input.
    std::vector<std::vector<std::byte>> outs;
    std::vector<std::uint32_t> from;
    std::size_t bytes() const { return sites * stride * element; }
    std::span<std::byte> input(std::size_t site);
    std::span<const std::byte> output(std::size_t copy, std::size_t site) const;
  };

  std::optional<Reason> settle_size();
  std::optional<Reason> lack(std::size_t kernel_limit) const;
  void bind_local_memory();
  void fill(Progress& progress);
  void transfer();
  Extents settle_unsized(const NDRange& range);
  std::vector<std::byte> read(const cl::Buffer& output) const;
  CaseResult judge(const Case& c, std::size_t copy, RawOutput* raw) const;
  bool anything_written(std::size_t copy, std::size_t site) const;
  bool canary_lives(std::size_t copy, std::size_t site) const;

  const Launch& launch_;
  const DeviceSession& session_;
  std::size_t memory_;
  std::optional<Reason> lacks_;
  Dispatch dispatch_;
  Extents local_{};
  Layout layout_;
  std::size_t groups_ = 0;  ///< as ndrange() takes it
  std::unique_ptr<Grid> grid_;
  std::vector<std::unique_ptr<SiteChecker>> checkers_;
  Streams streams_;
  std::vector<std::byte> poison_;  ///< an element that nobody wrote
};

}  // namespace wgcts::harness

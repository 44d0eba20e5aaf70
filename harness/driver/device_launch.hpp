// One launch of the collectives' kernels on its way through a device.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "harness/check/site_checker.hpp"
#include "harness/driver/dispatch.hpp"
#include "harness/driver/launch_stages.hpp"
#include "harness/driver/stage_reports.hpp"
#include "harness/program/job.hpp"
#include "harness/program/layout.hpp"
#include "results/case_result.hpp"
#include "results/raw_output.hpp"

namespace wgcts::harness {

/// The steps that touch the driver throw cl::Error for what it refuses, and say where they are.
class DeviceLaunch final : public LaunchStages {
 public:
  /// Makes the kernel and its buffers of `memory` bytes at most, and fills them. Throws NoBuffers where that
  /// is too little for the launch, and less than the device promises.
  DeviceLaunch(const Launch& launch, const cl::Program& program, const DeviceSession& session,
               std::size_t memory, Progress& progress);

  const std::optional<Reason>& lacks() const override { return lacks_; }
  void enqueue(Progress& progress) override;
  /// A driver that breaks the same launch now so and now otherwise into work-groups cannot be judged by it.
  void wait_and_read(Progress& progress) override;
  bool can_be_repeated() const override;
  void repeat(Progress& progress) override;
  void release() override;
  const std::vector<Case>& cases() const override { return launch_.cases; }
  CaseResult result(const Case& c,
                    const std::function<void(const Case&, const RawOutput&)>& output) const override;

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
    /// The site's part of what was read.
    std::span<const std::byte> output(std::span<const std::byte> read, std::size_t site) const;
  };
  /// What another launch on the same data wrote, where it is not what the first one did.
  struct Repetition {
    unsigned number = 0;  ///< 2 for the second launch
    std::vector<std::byte> out;
  };

  std::optional<Reason> settle_size();
  std::optional<Reason> lack(std::size_t kernel_limit) const;
  void bind_local_memory();
  std::optional<Reason> fill_local_memory();
  void bind_rest(std::size_t words);
  void fill(Progress& progress);
  void transfer();
  Extents settle_unsized(const NDRange& range);
  std::vector<std::byte> read(const cl::Buffer& output) const;
  CaseResult judge(const Case& c, std::span<const std::byte> read, RawOutput* raw) const;
  void judge_repetitions(const Case& c, CaseResult& result) const;
  bool anything_written(std::span<const std::byte> read, std::size_t site) const;
  bool canary_lives(std::span<const std::byte> read, std::size_t site) const;

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
  Extents told_{};                       ///< by a kernel that tells
  std::vector<std::byte> poison_;        ///< an element that nobody wrote
  unsigned launched_ = 0;                ///< times
  std::vector<Repetition> repetitions_;  ///< the first few that differ
};

}  // namespace wgcts::harness

// One launch of the collectives' kernels on its way through a device.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "harness/check/site_checker.hpp"
#include "harness/driver/launch_stages.hpp"
#include "harness/driver/opencl.hpp"
#include "harness/driver/progress.hpp"
#include "harness/program/job.hpp"
#include "harness/program/layout.hpp"
#include "results/case_result.hpp"
#include "results/raw_output.hpp"

namespace wgcts::harness {

/// What all launches of a worker share.
struct DeviceSession {
  cl::Device device;
  cl::Context context;
  cl::CommandQueue queue;
  DeviceFacts facts;
  std::uint64_t seed = 0;
  std::size_t allowance = 0;  ///< bytes that all buffers may have
  std::size_t memory = 0;     ///< bytes that a buffer may have, if the device keeps its word
};

/// The steps that touch the driver throw cl::Error for what it refuses, and say where they are.
class DeviceLaunch final : public LaunchStages {
 public:
  /// Makes the kernel and its buffers of `memory` bytes at most, and fills them. Throws NoBuffers where that
  /// is too little for the launch, and less than the device promises.
  DeviceLaunch(const Launch& launch, const cl::Program& program, const DeviceSession& session,
               std::size_t memory, Progress& progress);

  const std::optional<Reason>& lacks() const override { return lacks_; }
  void enqueue(Progress& progress) override;
  void wait_and_read(Progress& progress) override;
  const std::vector<Case>& cases() const override { return launch_.cases; }
  CaseResult result(const Case& c,
                    const std::function<void(const Case&, const RawOutput&)>& output) const override;

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

  std::optional<Reason> settle_size();
  std::optional<Reason> lack(std::size_t kernel_limit) const;
  void bind_local_memory();
  void fill();
  void transfer();
  CaseResult judge(const Case& c, RawOutput* raw) const;
  bool anything_written(std::size_t site) const;
  bool canary_lives(std::size_t site) const;

  const Launch& launch_;
  const DeviceSession& session_;
  std::size_t memory_;
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

// The phases and stages of a worker, which locate crashes, and how it spends its time.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <string_view>

#include "layers.hpp"

namespace wgcts::results {

/// The activities of a worker. In the first four, the driver works.
enum class Activity : std::uint8_t { Start, Build, Launch, Transfer, Data, Judge, Idle };

struct ActivityInfo {
  Activity activity;
  std::string_view name;
  bool driver;
  std::string_view meaning;
};

inline constexpr std::array<ActivityInfo, 7> activities{{
    {Activity::Start, "start", true, "creating process, platform, device and context"},
    {Activity::Build, "build", true, "building programs"},
    {Activity::Launch, "launch", true, "kernels: queries, late compilation, execution"},
    {Activity::Transfer, "transfer", true, "buffers: creating, filling, reading"},
    {Activity::Data, "data", false, "generating inputs"},
    {Activity::Judge, "judge", false, "comparing with the model, unless it overlaps with work of the driver"},
    {Activity::Idle, "idle", false, "waiting for jobs, and reporting results"},
}};

struct Timing {
  std::array<double, activities.size()> seconds{};
  double& operator[](Activity a) { return seconds[static_cast<std::size_t>(a)]; }
  double operator[](Activity a) const { return seconds[static_cast<std::size_t>(a)]; }
  Timing& operator+=(const Timing& other) {
    for (std::size_t i = 0; i < seconds.size(); ++i) seconds[i] += other.seconds[i];
    return *this;
  }
  double total() const { return std::accumulate(seconds.begin(), seconds.end(), 0.0); }
  bool operator==(const Timing&) const = default;
};

inline Timing sum_of(std::span<const Timing> timings) {
  return std::accumulate(timings.begin(), timings.end(), Timing{},
                         [](Timing sum, const Timing& t) { return sum += t; });
}

inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Returns the present time. A test passes a clock that it controls.
using Clock = std::function<std::chrono::steady_clock::time_point()>;

/// Measures the time of consecutive activities.
class Stopwatch {
 public:
  /// Counts the time since the last call, or since the start, to this activity.
  void lap(Activity activity) {
    const auto now = std::chrono::steady_clock::now();
    timing_[activity] += std::chrono::duration<double>(now - since_).count();
    since_ = now;
  }
  const Timing& timing() const { return timing_; }

 private:
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
  Timing timing_;
};

/// A worker's use of the driver: device setup, program build, kernel launch.
enum class Phase : std::uint8_t { Start, Build, Launch };

/// Finer than Phase. The driver works in all stages except the last two.
enum class Stage : std::uint8_t {
  Platforms,
  Devices,
  Context,
  Build,
  Create,
  Buffers,
  Launch,
  Read,
  Data,
  Judge
};

struct StageInfo {
  Stage stage;
  std::string_view name;   ///< in reports and the protocol
  Activity activity;       ///< that the time counts for
  std::string_view doing;  ///< completes "the worker was killed by SIGABRT while ..."
};

inline constexpr std::array<StageInfo, 10> stages{{
    {Stage::Platforms, "platforms", Activity::Start, "asking the platforms for their names"},
    {Stage::Devices, "devices", Activity::Start, "listing the devices"},
    {Stage::Context, "context", Activity::Start, "making a context"},
    {Stage::Build, "build", Activity::Build, "building a program"},
    {Stage::Create, "create", Activity::Launch, "creating a kernel"},
    {Stage::Buffers, "buffers", Activity::Transfer, "making, filling or releasing buffers"},
    {Stage::Launch, "launch", Activity::Launch, "launching a kernel and waiting for it"},
    {Stage::Read, "read", Activity::Transfer, "reading what a kernel wrote"},
    {Stage::Data, "data", Activity::Data, "the suite computed inputs"},
    {Stage::Judge, "judge", Activity::Judge, "the suite was judging"},
}};

constexpr const StageInfo& info(Stage s) { return stages[static_cast<std::size_t>(s)]; }

/// Whether the worker sets up the device in this stage.
constexpr bool sets_up(Stage s) { return info(s).activity == Activity::Start; }

constexpr bool is_drivers(Stage s) { return activities[static_cast<std::size_t>(info(s).activity)].driver; }

}  // namespace wgcts::results

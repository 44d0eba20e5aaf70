// The phases and stages of a worker. They classify its time and locate crashes.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "reference/lists.hpp"
#include "results/timing.hpp"

namespace wgcts::results {

/// A worker's use of the driver: device setup, program build, kernel launch.
enum class Phase : std::uint8_t { Start, Build, Launch };

/// Finer than Phase. The driver works in all stages except the last two.
enum class Stage : std::uint8_t { Devices, Context, Build, Create, Buffers, Launch, Read, Data, Judge };

struct StageInfo {
  Stage stage;
  std::string_view name;   ///< in reports and the protocol
  Activity activity;       ///< that the time counts for
  std::string_view doing;  ///< completes "the worker was killed by SIGABRT while ..."
};

inline constexpr std::array<StageInfo, 9> stages{{
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

/// Whether the driver works in this stage.
constexpr bool is_drivers(Stage s) { return activities[static_cast<std::size_t>(info(s).activity)].driver; }

/// The stage with this name. Throws std::invalid_argument if there is none.
inline Stage stage_from(std::string_view name) {
  if (const StageInfo* row = find_row(stages, name, &StageInfo::name)) return row->stage;
  throw std::invalid_argument("not a stage: " + std::string(name));
}

}  // namespace wgcts::results

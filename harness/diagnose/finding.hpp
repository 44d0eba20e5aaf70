// What a part of the diagnosis comes to: a bug in the making.
#pragma once

#include <ctime>
#include <span>
#include <vector>

#include "harness/diagnose/program_replay.hpp"
#include "results/case_result.hpp"

namespace wgcts::harness {

struct Finding {
  CauseWord what;
  Boundary boundary;
  std::vector<std::size_t> cases{};  ///< that it explains, by their place in the results
  double fit = 0;                    ///< share of the wrong work-groups seen that `what` gives to the bit
  std::string words{};               ///< of the driver, or of the first failure, where `what` says little
  ModelsByType models{};             ///< behind `what`; empty where nobody knows what such a device returns
};

/// Whether there is anything to be diagnosed about it.
bool is_bad(const CaseResult& result);

/// What the parts of a diagnosis share.
struct Inquiry {
  std::span<const CaseResult> results;
  const DeviceFacts& device;
  std::uint64_t seed = 0;
  /// Not to be passed by what could go on for long: a verdict late is worse than a boundary less sharp. In
  /// the process's own time, so that a busy machine tells the same bugs.
  std::clock_t deadline;
  /// Results from here on were asked for beyond the plan: they tell of bugs, and are no cases of theirs.
  std::size_t planned = 0;

  bool in_time() const { return std::clock() < deadline; }
};

/// The failing cases with wrong results, named and parted.
std::vector<Finding> explain_wrong_results(const Inquiry& inquiry);

/// The cases that gave no result: crashes, hangs, refusals.
std::vector<Finding> explain_losses(const Inquiry& inquiry);

/// Gives failing programs to the bugs that explain them, those told first before others, and adds what none
/// explains: as few bugs as will do.
void join_programs(const Inquiry& inquiry, std::vector<Finding>& findings);

}  // namespace wgcts::harness

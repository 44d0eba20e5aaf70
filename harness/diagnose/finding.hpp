// What a part of the diagnosis comes to: a bug in the making.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/diagnose/program_replay.hpp"
#include "results/bug.hpp"
#include "results/case_result.hpp"

namespace wgcts::harness {

struct Finding {
  CauseWord what;
  Boundary boundary;
  std::vector<std::size_t> cases{};  ///< that it explains, by their place in the results
  double fit = 0;                    ///< share of the wrong work-groups seen that `what` gives to the bit
  std::string words{};               ///< of the driver, or of the first failure, where `what` says little
  ModelsByType models{};             ///< behind `what`; empty where nobody knows what such a device returns
  std::size_t spared = 0;            ///< right work-groups of failing cases that its model says are wrong
};

/// Whether there is anything to be diagnosed about it.
bool is_bad(const CaseResult& result);

/// Failing cases that are looked into: a device on which everything fails is diagnosed from a part of it.
inline constexpr std::size_t most_cases = 240;

/// Evaluations of a model on a lane that a diagnosis may take. Measured: two faults with 550 failing cases at standard
/// take 80 million and 3 s.
inline constexpr std::size_t most_work = 120'000'000;

/// What the parts of a diagnosis share.
struct Inquiry {
  std::span<const CaseResult> results;
  const DeviceFacts& device;
  std::uint64_t seed = 0;
  /// Results from here on were asked for beyond the plan: they tell of bugs, and are no cases of theirs.
  std::size_t planned = 0;
  /// What is left to compute with, see most_work. A count and not a time, so that a slow machine reports the same bugs.
  mutable std::size_t work_left = most_work;

  bool may_go_on() const { return work_left > 0; }
  /// Takes off a model evaluated on so many lanes.
  void spend(std::size_t lanes) const {
    constexpr std::size_t of_a_call = 16;
    work_left -= std::min(work_left, lanes + of_a_call);
  }
};

/// The failing cases with wrong results, named and parted.
std::vector<Finding> explain_wrong_results(const Inquiry& inquiry);

/// The cases that gave no result: crashes, hangs, refusals.
std::vector<Finding> explain_losses(const Inquiry& inquiry);

/// Gives failing programs to the bugs that explain them, those told first before others, and adds what none
/// explains: as few bugs as will do.
void join_programs(const Inquiry& inquiry, std::vector<Finding>& findings);

}  // namespace wgcts::harness

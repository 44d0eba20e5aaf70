// A bug in the making, and what the steps of a diagnosis share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/diagnose/program_replay.hpp"
#include "results/bug.hpp"
#include "results/case_result.hpp"

namespace wgcts::harness {

/// The fault of a cause, as reports name it.
inline CauseWord word_of(const Cause& cause) {
  return {std::string(code_of(cause.what)), parameters_of(cause)};
}

struct Finding {
  CauseWord what;
  Boundary boundary;
  std::vector<std::size_t> cases{};  ///< that it explains, by their index in the results
  double fit = 0;                    ///< share of the wrong work-groups seen that `what` gives to the bit
  std::string words{};    ///< of the driver or of the first failure, for a sentence about an unknown fault
  ModelsByType models{};  ///< of `what`; empty if no model says what such a device returns
  std::size_t contradicted = 0;  ///< right work-groups of failing cases that its model changes
};

/// Whether the verdict is one to diagnose.
bool is_bad(const CaseResult& result);

/// Whether an earlier segment of the run explained the case, and its results were not kept.
bool is_explained_already(const CaseResult& result);

/// Failing cases that are looked into. On a device on which everything fails, a sample is diagnosed.
inline constexpr std::size_t most_cases = 240;

/// Evaluations of a model on a lane that a diagnosis may take. Measured: two faults with 550 failing cases at
/// standard take 80 million and 3 s.
inline constexpr std::size_t most_work = 120'000'000;

struct Inquiry {
  std::span<const CaseResult> results;
  const DeviceFacts& device;
  std::uint64_t seed = 0;
  /// Results from here on were asked for beyond the plan. They are evidence, and no cases of a bug.
  std::size_t planned = 0;
  /// Evaluations that are left, see most_work. A count and not a time, so that a slow machine reports the
  /// same bugs.
  mutable std::size_t work_left = most_work;

  bool may_go_on() const { return work_left > 0; }
  /// Takes off a model evaluated on so many lanes.
  void spend(std::size_t lanes) const {
    constexpr std::size_t of_a_call = 16;
    work_left -= std::min(work_left, lanes + of_a_call);
  }
};

/// Gives failing programs to the findings that explain them, earlier findings first, and adds findings for
/// the others.
void join_programs(const Inquiry& inquiry, std::vector<Finding>& findings);

}  // namespace wgcts::harness

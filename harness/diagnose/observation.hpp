// What a run shows of faults: the wrong work-groups, the models of faults that give what each of them
// returned, and the right work-groups beside them. And what the steps of a diagnosis share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/replay/program_replay.hpp"
#include "harness/replay/replay.hpp"
#include "results/bug.hpp"
#include "results/case_result.hpp"

namespace wgcts::harness {

/// The fault of a cause, as reports name it.
inline CauseWord word_of(const Cause& cause) {
  return {std::string(code_of(cause.what)), parameters_of(cause)};
}

/// A bug in the making.
struct Finding {
  CauseWord what;
  Boundary boundary;
  std::vector<std::size_t> cases{};  ///< that it explains, by their index in the results
  double fit = 0;                    ///< share of the wrong work-groups seen that `what` gives to the bit
  std::string words{};    ///< of the driver or of the first failure, for a sentence about an unknown fault
  ModelsByType models{};  ///< of `what`; empty if no model says what such a device returns
  std::size_t contradicted = 0;  ///< right work-groups of failing cases that its model changes
};

/// What the result of a failing case says of the failure.
inline const std::string& failure_text(const CaseResult& result) {
  return result.failure ? result.failure->message : result.message;
}

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
  /// Subtracts the evaluation of a model on `lanes` lanes.
  void spend(std::size_t lanes) const {
    constexpr std::size_t of_a_call = 16;
    work_left -= std::min(work_left, lanes + of_a_call);
  }
};

/// A failing case with evidence.
struct FailingCase {
  std::size_t result;  ///< its index in the results
  std::unique_ptr<Replay> replay;
  std::vector<GroupAt> right{};       ///< a sample of its right work-groups
  std::vector<GroupAt> more_right{};  ///< further ones, for the hypothesis that is about to be reported
};

struct WrongGroup {
  std::size_t failing;  ///< index of its failing case
  GroupAt at;
  std::span<const std::byte> got;
  const Place& place;
  std::set<std::size_t> candidates{};  ///< those that were suggested for it
  bool settled = false;                ///< a cluster has it
};

/// A named fault with the models that have this name. On one device they may differ from type to type.
struct Candidate {
  CauseWord word;
  What what{};
  std::map<Cause, std::size_t> models{};  ///< and how often each was suggested
  std::map<GenType, std::map<Cause, std::size_t>> of_type{};

  /// The model that was suggested most often; of several, one that says what wrong lanes return.
  const Cause& usual() const;
  /// All models by the type that they were suggested for, those suggested most often first.
  ModelsByType by_type() const;
};

struct Observations {
  std::vector<FailingCase> failing;
  std::vector<WrongGroup> wrong;
  std::vector<Candidate> candidates;

  const Replay& replay_of(const WrongGroup& w) const { return *failing[w.failing].replay; }
  /// Whether one of the candidate's models gives what the work-group returned.
  bool explains(const Candidate& candidate, const WrongGroup& w) const;
};

/// Makes the inputs of the failing cases of single collectives again. Of many cases, takes those that differ
/// most.
Observations observe(const Inquiry& inquiry);

}  // namespace wgcts::harness

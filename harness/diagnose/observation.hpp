// Observations of a run: wrong work-groups, the fault models that explain them, and correct work-groups for
// comparison. Also the types that the steps of a diagnosis share, and the words for abnormal terminations.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/replay/program_replay.hpp"
#include "harness/replay/replay.hpp"
#include "results/bug.hpp"
#include "results/case_result.hpp"

namespace wgcts::harness {

/// The name of a cause's fault in reports.
inline CauseWord word_of(const Cause& cause) {
  return {std::string(code_of(cause.what)), parameters_of(cause)};
}

/// A possible bug.
struct Finding {
  CauseWord what;
  Boundary boundary;
  std::vector<std::size_t> cases{};  ///< indices of the results that it explains
  double fit = 0;                    ///< share of the wrong work-groups that `what` reproduces bit for bit
  std::string words{};    ///< of the driver or the first failure, for the sentence about an unknown fault
  ModelsByType models{};  ///< of `what`; empty if it has no model
  std::size_t contradicted = 0;  ///< correct work-groups of failing cases that its model would change
};

/// The failure message of a failing case.
inline const std::string& failure_text(const CaseResult& result) {
  return result.failure ? result.failure->message : result.message;
}

/// Whether the diagnosis handles the verdict.
bool is_bad(const CaseResult& result);

/// Whether an earlier segment of the run explained the case and did not keep its results.
bool is_explained_already(const CaseResult& result);

/// Maximum number of failing cases to diagnose. If more fail, a sample is diagnosed.
inline constexpr std::size_t most_cases = 240;

/// Maximum number of evaluations of a model on a lane in a diagnosis. Measured: two faults with 550 failing
/// cases at standard take 80 million evaluations and 3 s.
inline constexpr std::size_t most_work = 120'000'000;

struct Inquiry {
  std::span<const CaseResult> results;
  const DeviceFacts& device;
  std::uint64_t seed = 0;
  /// Index of the first result beyond the plan. Such results are evidence but not cases of a bug.
  std::size_t planned = 0;
  /// Remaining evaluations, see most_work. It is not a time, so that a slow machine reports the same bugs.
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
  std::vector<GroupAt> right{};       ///< a sample of its correct work-groups
  std::vector<GroupAt> more_right{};  ///< a larger sample, to check a hypothesis before it is reported
};

struct WrongGroup {
  std::size_t failing;  ///< index of its failing case
  GroupAt at;
  std::span<const std::byte> got;
  const Place& place;
  std::set<std::size_t> candidates{};  ///< candidates suggested for it
  bool settled = false;                ///< a cluster contains it
};

/// A named fault and its models, which may differ between types on one device.
struct Candidate {
  CauseWord word;
  What what{};
  std::map<Cause, std::size_t> models{};  ///< with the number of suggestions
  std::map<GenType, std::map<Cause, std::size_t>> of_type{};

  /// The model suggested most often. On a tie, prefers a model that determines all results.
  const Cause& usual() const;
  /// All models by type, the one suggested most often first.
  ModelsByType by_type() const;
};

struct Observations {
  std::vector<FailingCase> failing;
  std::vector<WrongGroup> wrong;
  std::vector<Candidate> candidates;

  const Replay& replay_of(const WrongGroup& w) const { return *failing[w.failing].replay; }
  /// Whether one of the candidate's models reproduces the work-group's results.
  bool explains(const Candidate& candidate, const WrongGroup& w) const;
};

/// Regenerates the inputs of failing cases of single collectives. If there are too many cases, selects the
/// most diverse ones.
Observations observe(const Inquiry& inquiry);

/// The code of an abnormal termination, such as "crash"; empty for other verdicts.
std::string_view termination_code(Verdict verdict);

inline bool is_termination(Verdict verdict) { return !termination_code(verdict).empty(); }
bool is_termination_code(std::string_view code);

/// Whether the case has results. Such a case contradicts a termination.
inline bool has_results(Verdict verdict) { return verdict == Verdict::Pass || verdict == Verdict::Fail; }

/// Stage, signal, error and driver message of a termination. Kernel names, numbers, addresses and paths are
/// removed from the message, because they differ from case to case.
CauseWord termination_word(const CaseResult& result);

/// "no answer within 60 s" if the text contains it; else empty.
std::string time_limit_in(const std::string& text);

}  // namespace wgcts::harness

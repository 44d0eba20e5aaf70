// The steps of a diagnosis: observations of a run, clusters of failing cases, and the smallest set of bugs
// that explains all failing cases.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/replay/replay.hpp"
#include "results/bug.hpp"
#include "results/case_result.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// The name of a cause's fault in reports.
inline CauseWord word_of(const Cause& cause) {
  return {std::string(code_of(cause.what)), parameters_of(cause)};
}

/// A possible bug of any kind: wrong results, a termination, a failed check, or a program.
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

/// Fail, or a flake, whose failing attempt may also have ended without results.
inline bool is_fail_or_flake(Verdict v) { return v == Verdict::Fail || v == Verdict::Flake; }

/// Whether the diagnosis handles the verdict.
bool is_bad(const CaseResult& result);

/// Whether the case is evidence about the driver's builtins. Whole programs and kernels with own functions
/// are not.
inline bool speaks_of_builtins(const Case& c) { return !is_program(c) && !c.form->own_functions; }

/// Whether a passing case is evidence against a bug seen at `wrong`. A kernel with own functions counts only
/// if one of the wrong kernels has some too.
inline bool speaks_against(const Case& passing, const Places& wrong) {
  return speaks_of_builtins(passing) ||
         (!is_program(passing) &&
          std::ranges::any_of(wrong, [](const Place* p) { return p->the_case.form->own_functions; }));
}

/// Whether an earlier segment of the run explained the case and did not keep its results.
bool is_explained_already(const CaseResult& result);

/// Maximum number of failing cases to diagnose. If more fail, a sample is diagnosed.
inline constexpr std::size_t most_cases = 240;

/// Maximum number of evaluations of a model on a lane in a diagnosis. Measured: two faults with 550 failing
/// cases at standard take 80 million evaluations and 3 s.
inline constexpr std::size_t most_work = 120'000'000;

/// The results to diagnose, and the remaining work.
struct Inquiry {
  std::span<const CaseResult> results;
  const DeviceFacts& device;
  std::uint64_t seed = 0;
  /// Index of the first result beyond the plan. Such results are evidence but not cases of a bug.
  std::size_t planned = 0;
  /// Remaining evaluations, see most_work. It is not a time, so that a slow machine reports the same bugs.
  mutable std::size_t work_left = most_work;

  bool has_work_left() const { return work_left > 0; }
  /// Subtracts the evaluation of a model on `lanes` lanes.
  void spend(std::size_t lanes) const {
    constexpr std::size_t of_a_call = 16;  // the fixed cost of a call, in lanes
    work_left -= std::min(work_left, lanes + of_a_call);
  }
};

/// A failing case with evidence.
struct FailingCase {
  std::size_t result;  ///< its index in the results
  std::unique_ptr<Replay> replay;
  std::vector<CallAt> right{};       ///< a sample of its correct work-groups
  std::vector<CallAt> more_right{};  ///< a larger sample, to check a hypothesis before it is reported
};

struct WrongGroup {
  std::size_t failing;  ///< index of its failing case
  CallAt at;
  std::span<const std::byte> got;
  const Place& place;
  std::set<std::size_t> candidates{};  ///< candidates suggested for it
  bool clustered = false;              ///< a cluster contains it
};

/// A named fault and its models, which may differ between builtins and types on one device.
struct Candidate {
  CauseWord word;
  What what{};
  using Models = std::map<Cause, std::size_t>;  ///< with the number of suggestions
  Models models{};
  std::map<Subject, Models> of_subject{};

  /// The model suggested most often.
  const Cause& usual() const;
  /// The model suggested most often for the case's builtin and type; usual() if there is none.
  const Cause& usual_for(const Case& c) const;
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
/// The verdict of a termination with that code; Verdict::Fail for the code of a fault.
Verdict verdict_of_code(std::string_view code);
inline bool is_termination_code(std::string_view code) { return is_termination(verdict_of_code(code)); }

/// Whether the case has results. Such a case contradicts a termination.
inline bool has_results(Verdict verdict) { return verdict == Verdict::Pass || verdict == Verdict::Fail; }

/// Stage, signal, error and driver message of a termination. Kernel names, numbers, addresses and paths are
/// removed from the message, because they differ from case to case.
CauseWord termination_word(const CaseResult& result);

/// "no answer within 60 s" if the text contains it; else empty.
std::string time_limit_in(const std::string& text);

/// A possible bug of single collectives with wrong results: wrong work-groups, the candidate that explains
/// them, and their conditions.
struct Cluster {
  std::optional<std::size_t> candidate{};  ///< none: no model explains them
  CauseWord what{};
  Boundary boundary{};
  std::set<std::size_t> wrong{};  ///< indices of wrong work-groups in the observations
  std::size_t contradicted = 0;   ///< correct work-groups of failing cases that the candidate would change
  std::set<std::size_t> consequences{};  ///< results that follow from the bug and are not evidence for it
};

/// Each call returns the named fault with the best score and the unclustered wrong work-groups that it
/// explains. Returns none if no fault is worth reporting. Both arguments must outlive the function.
std::function<std::optional<Cluster>()> named_clusters(const Inquiry& inquiry, const Observations& seen);

/// Whether `part` is a consequence of `of` and not a separate bug. This requires all of:
/// - `of` covers the builtins and types of `part`, or whole launches fail;
/// - one of the two has no name, both have the same name, or `part` is much smaller;
/// - `part` is within the conditions of `of`, or in the same cases, or the fault of `of` explains it.
bool is_consequence(const Cluster& part, const Cluster& of, const Observations& seen);

/// For each cluster, the cluster that it is merged into; itself if it is a separate bug.
std::vector<std::size_t> merged_into(const std::vector<Cluster>& clusters, const Observations& seen);

/// Elements of a list that one bug explains.
struct Part {
  std::vector<std::size_t> elements;
  Boundary boundary;
};
using KeyOf = std::function<std::size_t(std::size_t element)>;
using BoundaryOf = std::function<Boundary(const std::vector<std::size_t>&)>;

/// Either all elements as one bug, or one bug for each value of a key, whichever has the shortest
/// description. Applies this to each part again.
std::vector<Part> shortest_division(const std::vector<std::size_t>& all, std::span<const KeyOf> keys,
                                    const BoundaryOf& boundary_of);

/// The places of these results, given by index, as whole cases.
std::vector<Place> places_of(const std::vector<std::size_t>& cases, const Inquiry& inquiry);

/// The places of the results that satisfy the condition.
std::vector<Place> places_where(const Inquiry& inquiry, auto condition) {
  std::vector<Place> places;
  for (const CaseResult& r : inquiry.results)
    if (condition(r)) places.push_back(place_of(r.the_case, inquiry.device));
  return places;
}

/// Failing cases of single collectives, with and without results, as findings.
std::vector<Finding> cluster_wrong_results(const Inquiry& inquiry);
std::vector<Finding> cluster_terminations(const Inquiry& inquiry);
/// Groups the other failing cases by their check, such as a query that contradicts another.
std::vector<Finding> cluster_the_rest(const Inquiry& inquiry, const std::vector<Finding>& explained);

/// Adds each failing program to the first finding that explains it. Adds new findings for the others.
void join_programs(const Inquiry& inquiry, std::vector<Finding>& findings);

struct Diagnosis {
  std::vector<Finding> findings{};  ///< the finding with the most cases first
  std::size_t work = 0;             ///< number of evaluations, at most most_work
};

/// The findings that explain the failing results. Results from index `planned` on come from launches beyond
/// the plan. They are evidence but not cases of a bug. Uses no device: it regenerates the inputs from cases
/// and seed, and compares the results with those of wrong models.
Diagnosis findings_in(std::span<const CaseResult> results, const DeviceFacts& device, std::uint64_t seed,
                      std::size_t planned);

/// The bugs of the findings. Sets the signatures in the results. A case that an earlier segment of the run
/// explained keeps its signatures, unless one of these bugs fits it.
std::vector<Bug> bugs_of(const std::vector<Finding>& findings, std::vector<CaseResult>& results);

/// findings_in() and bugs_of() for results that all belong to the plan.
std::vector<Bug> diagnose(std::vector<CaseResult>& results, const DeviceFacts& device, std::uint64_t seed);

/// A bug for similar failures that were not diagnosed. The first is its example. It has no signature.
Bug undiagnosed_bug(const std::vector<const CaseResult*>& alike);

/// The bug of a finding, without a sentence. Its builtins, types and clauses come from cases of single
/// collectives if there are any. A failing program does not show which of its calls is wrong.
Bug bug_of(const Finding& finding, std::span<const CaseResult> results);

/// The signature of a bug. For a termination that only programs show, it contains no program, because the
/// first program that shows it depends on the selection.
std::string signature_for(const Bug& bug);

/// The code of a row of results::compiler_sides. `failing` are indices into `results`. Empty if no failing
/// call was judged both as OpenCL C and as a SPIR-V module, or if the pairs disagree. In a module,
/// collectives are instructions (WGC.IL.1). If only one of the two fails, the bug is on that side of the
/// compiler.
std::string_view compiler_side(const std::vector<std::size_t>& failing, std::span<const CaseResult> results);

/// Removes the conditions that follow from the side of the compiler. A bug thus has the same conditions with
/// and without --il.
Where without_side(std::string_view side, Where where, const std::vector<std::size_t>& failing,
                   std::span<const CaseResult> results);

/// "work_group_all reads only the lowest bit of predicates, always". `words` is the driver's message, the
/// first failure's message, or the time limit of a hang.
std::string sentence_of(const Bug& bug, const std::string& words);

}  // namespace wgcts::harness

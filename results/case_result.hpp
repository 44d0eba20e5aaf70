// What came of a case.
#pragma once

#include <array>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "results/evidence.hpp"
#include "results/stage.hpp"
#include "suites/case.hpp"

namespace wgcts::results {

enum class Verdict : std::uint8_t {
  Pass,
  Fail,
  Crash,
  Timeout,
  BuildError,
  LaunchError,
  Skip,
  Flake,
  ExpectedFail,
  UnexpectedPass,
  NotRun
};

struct VerdictInfo {
  Verdict verdict;
  std::string_view name;
  bool good;  ///< may stand in a run that exits 0
  std::string_view meaning;
};

inline constexpr std::array<VerdictInfo, 11> verdicts{{
    {Verdict::Pass, "pass", true, "every check agreed with the model"},
    {Verdict::Fail, "fail", false, "a result broke the clause that the report names"},
    {Verdict::Crash, "crash", false, "the driver took its process down"},
    {Verdict::Timeout, "timeout", false, "no answer within the time limit"},
    {Verdict::BuildError, "build_error", false, "the driver refused to build the kernel"},
    {Verdict::LaunchError, "launch_error", false, "the driver refused to launch what it said it takes"},
    {Verdict::Skip, "skip", true, "the device says that it lacks what the case needs"},
    {Verdict::Flake, "flake", false, "failed, then passed on the same input"},
    {Verdict::ExpectedFail, "expected_fail", true, "fails, as the baseline says"},
    {Verdict::UnexpectedPass, "unexpected_pass", false, "passes, though the baseline says that it fails"},
    {Verdict::NotRun, "not_run", false, "never reached: see the case's message"},
}};

constexpr const VerdictInfo& info(Verdict v) { return verdicts[static_cast<std::size_t>(v)]; }

/// Throws std::invalid_argument for a word that names none.
Verdict verdict_named(std::string_view name);

/// The query, and the device's answer to it, that a skip rests on.
struct Reason {
  std::string query;
  std::string answer;
};

/// A value so written that nothing is lost: INF, NaN, -0 and every bit.
struct Value {
  std::string text;  ///< decimal, round-trip exact; "inf", "-inf", "nan"
  std::string bits;  ///< hexadecimal, as wide as the type
  bool operator==(const Value&) const = default;
};

/// Neighbouring lanes, both ends included.
struct LaneRun {
  std::size_t first = 0, last = 0;
  bool operator==(const LaneRun&) const = default;
};

/// A wrong lane, with what came in and what should have come out.
struct WrongLane {
  std::size_t lane = 0;  ///< local linear id
  Value input, expected, got;
  bool operator==(const WrongLane&) const = default;
};

/// What a failure keeps of its work-group, so that thousands of failures still make a report that can be
/// read.
inline constexpr std::size_t most_lane_runs = 256;
inline constexpr std::size_t most_wrong_lanes = 64;

/// A check of a failing case that did not pass.
struct BrokenCheck {
  std::string check;                  ///< as in Failure
  std::set<std::string> clauses;      ///< every rule that it saw broken
  std::size_t wrong = 0, groups = 0;  ///< work-groups with a wrong lane, of so many that it judged
  bool operator==(const BrokenCheck&) const = default;
};

/// The first wrong lane of a failing case, and what surrounds it.
struct Failure {
  std::string check;     ///< the data class, with the site where a form has several: "walk", "exact@2"
  std::string clause;    ///< the rule that is broken: an id of the clause register
  Extents group{};       ///< get_group_id
  std::size_t lane = 0;  ///< local linear id
  Extents local_id{};    ///< get_local_id
  Extents local_size{};  ///< the work-group's real size
  Value input, expected, got;
  std::string message;                ///< one sentence
  std::size_t wrong = 0;              ///< wrong lanes of this work-group; 0 where no lane is to blame
  std::vector<LaneRun> wrong_runs{};  ///< which they are, in order: the first most_lane_runs runs
  std::vector<WrongLane> lanes{};     ///< the first most_wrong_lanes of them
  std::vector<BrokenCheck> broken{};  ///< of the whole case, in the order in which they broke
};

/// Every rule that the failure shows to be broken.
std::set<std::string> broken_clauses(const Failure& failure);

/// What a baseline says of a case that it lists.
struct Known {
  Verdict judged = Verdict::Fail;  ///< what the case came to, before it was expected_fail or unexpected_pass
  std::string reason;              ///< why it is known to fail
  std::string bug;                 ///< where that is filed; may be empty
};

struct CaseResult {
  Case the_case;
  Verdict verdict = Verdict::NotRun;
  std::vector<Verdict> attempts;     ///< of each run of the case, where it ran more than once
  double seconds = 0;                ///< launch, transfer and judging, shared evenly by the cases of a launch
  std::vector<std::string> clauses;  ///< every clause that the case's checks cite
  std::uint64_t checks = 0;          ///< work-group × data class pairs that were judged
  std::optional<double>
      smallest_error_seen;         ///< floating point: no smaller relative error is sure to be seen
  std::set<std::string> observed;  ///< what it did where nothing is judged: "nan: ignored"
  std::optional<Reason> reason;    ///< for skip
  std::optional<Failure> failure;  ///< for fail
  std::optional<Stage> stage;  ///< what the driver was at when it died, hung or refused, where that is known
  /// Bytes that a buffer was made to take, where the device gave less than it promises: the case was judged
  /// on less data than planned.
  std::optional<std::size_t> data_reduced;
  std::string message;  ///< for verdicts without a failing lane: one sentence
  /// What a case that went wrong came to without its neighbours: with no other builtin in its kernel, or,
  /// where `neighbours` has any, with no other kernel in its program.
  std::optional<Verdict> isolated;
  /// Cases whose kernels stood in the program in which it went wrong, in the order of the source, this one
  /// among them. Empty where its own kernel holds others, or stood there alone.
  std::vector<Case> neighbours{};
  std::optional<Known> known;  ///< for what a baseline lists
  std::string log;             ///< what driver and compiler printed
  /// Signatures of the bugs that explain it (results/bug.hpp), where it was diagnosed.
  std::vector<std::string> bugs{};
  /// What came back, for a failing case of this run: in no report.
  std::shared_ptr<const Evidence> evidence{};
};

/// What is said of a failure: its message, and whether other builtins have a part in it. Empty for a result
/// without a failure.
std::string failure_message(const CaseResult& result);

/// "; alone in a kernel: pass, so another builtin disturbs it". Empty where it was not run alone.
std::string isolation_words(const CaseResult& result);

/// An object of the report's `cases` list.
nlohmann::json to_json(const CaseResult& result);
/// Its inverse; throws std::exception on anything else.
CaseResult result_from_json(const nlohmann::json& json);

}  // namespace wgcts::results

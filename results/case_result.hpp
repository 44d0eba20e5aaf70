// The result of a case, the evidence of a failure, and workers that ended abnormally outside of cases.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/geometry.hpp"
#include "results/timing.hpp"
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
  bool good;  ///< does not fail the run
  std::string_view meaning;
};

inline constexpr std::array<VerdictInfo, 11> verdicts{{
    {Verdict::Pass, "pass", true, "every result is correct"},
    {Verdict::Fail, "fail", false, "a result breaks the clause that the report names"},
    {Verdict::Crash, "crash", false, "the driver crashed the process that called it"},
    {Verdict::Timeout, "timeout", false, "the driver gave no result within --timeout"},
    {Verdict::BuildError, "build_error", false, "the driver failed to build a legal program"},
    {Verdict::LaunchError, "launch_error", false,
     "the driver refused to launch a case that it claims to support, or the launch failed on the device"},
    {Verdict::Skip, "skip", true, "the device lacks a feature that the case needs"},
    {Verdict::Flake, "flake", false, "the case failed, then passed on the same input"},
    {Verdict::ExpectedFail, "expected_fail", true, "the case fails, as the baseline expects"},
    {Verdict::UnexpectedPass, "unexpected_pass", false,
     "the case passes, although the baseline expects a failure"},
    {Verdict::NotRun, "not_run", false, "the case was not tested; its message gives the reason"},
}};

constexpr const VerdictInfo& info(Verdict v) { return verdicts[static_cast<std::size_t>(v)]; }

struct Reason {
  std::string query;
  std::string answer;
};

/// A value as text without loss: INF, NaN, -0 and every bit.
struct Value {
  std::string text;  ///< decimal, round-trip exact; "inf", "-inf", "nan"
  std::string bits;  ///< hexadecimal, as wide as the type
  bool operator==(const Value&) const = default;
};

/// Consecutive lanes, from first to last inclusive.
struct LaneRun {
  std::size_t first = 0, last = 0;
  bool operator==(const LaneRun&) const = default;
};

/// The runs of these lanes, which are in order.
std::vector<LaneRun> runs_of(const std::vector<std::size_t>& lanes);

/// A lane with its input, expected result and actual result.
struct LaneRow {
  std::size_t lane = 0;  ///< local linear id
  Value input, expected, got;
  bool operator==(const LaneRow&) const = default;
};

/// Limits of the lanes in a failure keep a report with thousands of failures small.
inline constexpr std::size_t most_lane_runs = 256;
inline constexpr std::size_t most_wrong_lanes = 64;

struct BrokenCheck {
  std::string check;                  ///< as in Failure
  std::set<std::string> clauses;      ///< all clauses that it found broken
  std::size_t wrong = 0, groups = 0;  ///< work-groups with a wrong lane, and all that it tested
  bool operator==(const BrokenCheck&) const = default;
};

/// The first wrong lane of a failing case, and its work-group.
struct Failure {
  std::string check;     ///< the data class, with the call site if the form has several: "walk", "exact@2"
  std::string clause;    ///< the broken clause: an id of the clause register
  Extents group{};       ///< get_group_id
  std::size_t lane = 0;  ///< local linear id
  Extents local_id{};    ///< get_local_id
  Extents local_size{};  ///< the actual size of the work-group
  Value input, expected, got;
  std::string message;                ///< a sentence
  std::size_t wrong = 0;              ///< wrong lanes of this work-group; 0 if the failure names no lane
  std::vector<LaneRun> wrong_runs{};  ///< the first most_lane_runs runs of wrong lanes, in order
  std::vector<LaneRow> lanes{};       ///< the first most_wrong_lanes wrong lanes
  std::vector<BrokenCheck> broken{};  ///< all failed checks of the case, in the order of failure
};

inline std::set<std::string> broken_clauses(const Failure& failure) {
  std::set<std::string> clauses{failure.clause};
  for (const BrokenCheck& b : failure.broken) clauses.insert(b.clauses.begin(), b.clauses.end());
  return clauses;
}

/// The baseline's entry for a case.
struct Known {
  Verdict judged = Verdict::Fail;  ///< the verdict before it became expected_fail or unexpected_pass
  std::string reason;              ///< why the case fails
  std::string bug;                 ///< a link to the bug report; may be empty
};

/// How a case, a kernel run or a worker ended: the verdict and its reasons. A refusal by the driver is one,
/// too.
struct Conclusion {
  Verdict verdict = Verdict::NotRun;
  std::string message{};         ///< a sentence, for verdicts without a failing lane
  std::string log{};             ///< the output of driver and compiler
  std::optional<Stage> stage{};  ///< the stage of a crash, hang or refusal, if known
  bool killed = false;           ///< for a crash: killed by a signal from outside
};

/// An optional value that takes only a pointer while it is empty. A run has thousands of results, and few of
/// them have a failure.
template <class T>
class Boxed : public std::unique_ptr<T> {
 public:
  Boxed() = default;
  Boxed(T value) : std::unique_ptr<T>(std::make_unique<T>(std::move(value))) {}
  Boxed(std::optional<T> value) : Boxed(value ? Boxed(*std::move(value)) : Boxed()) {}
  Boxed(const Boxed& other) : Boxed(other ? Boxed(*other) : Boxed()) {}
  Boxed(Boxed&&) noexcept = default;
  Boxed& operator=(Boxed other) noexcept {
    this->swap(other);
    return *this;
  }
  ~Boxed() = default;
  bool has_value() const { return *this != nullptr; }
};

/// The result bytes of a wrong work-group, in order of local linear id.
struct GroupOutput {
  std::size_t group = 0;  ///< linear group id
  std::vector<std::byte> bytes;
};

/// A call site of the case's builtin.
struct SiteEvidence {
  std::string wrong;                 ///< by linear group id: '1' if a lane is wrong, otherwise '0'
  std::vector<GroupOutput> outputs;  ///< some of the wrong work-groups, with every data class if possible
};

/// An output buffer of a whole program, in order of global linear id.
struct BufferEvidence {
  std::vector<std::byte> poison;  ///< an element that was not written
  std::vector<std::byte> bytes;
};

/// Passed from worker to supervisor and written to the journal, but not to the report.
struct Evidence {
  Extents local{};
  std::size_t groups = 0;            ///< as in ndrange()
  std::vector<std::byte> poison;     ///< an element that was not written
  std::vector<std::string> members;  ///< builtins of the kernel, in the order of their calls
  std::vector<SiteEvidence> sites;
  std::vector<BufferEvidence> outputs{};  ///< for a whole program, which has no sites
};

/// The maximum size of a case's evidence: bytes and work-groups.
inline constexpr std::size_t most_evidence_bytes = std::size_t{96} << 10;
inline constexpr std::size_t most_evidence_groups = 48;

struct CaseResult : Conclusion {
  /// Without a conclusion: of a case that has not run.
  CaseResult(Case c = {}, Conclusion conclusion = {})  // NOLINT(google-explicit-constructor)
      : Conclusion(std::move(conclusion)), the_case(std::move(c)) {}
  CaseResult(Case c, Verdict v) : CaseResult(std::move(c), Conclusion{v}) {}

  Case the_case;
  std::vector<Verdict> attempts;  ///< the verdicts of all runs of the case, if there are several
  bool varies = false;            ///< wrong in several runs, not always in the same work-groups
  double seconds = 0;             ///< launch, transfer and checks, shared evenly among the cases of a launch
  std::vector<std::string> clauses;           ///< all clauses that the case's checks cite
  std::uint64_t checks = 0;                   ///< number of tested pairs of work-group and data class
  std::optional<double> smallest_error_seen;  ///< relative error that is certainly detected
  std::set<std::string> observed;             ///< observed behaviour that is not judged: "nan: ignored"
  Boxed<Reason> reason;                       ///< for skip
  Boxed<Failure> failure;                     ///< for fail
  /// The size of the buffers in bytes, if the device refused the planned size: the case was tested with less
  /// data than planned.
  std::optional<std::size_t> data_reduced;
  Boxed<Known> known;  ///< if a baseline lists the case
  /// Signatures of the bugs that explain the case (results/bug.hpp), after a diagnosis.
  std::vector<std::string> bugs{};
  /// The output of a failing case of this run. Reports do not contain it.
  std::shared_ptr<const Evidence> evidence{};
};

inline CaseResult skipped(const Case& c, Reason reason) {
  CaseResult result{c, Verdict::Skip};
  result.reason = std::move(reason);
  return result;
}

/// The output of all call sites of a case, and its launch.
struct RawOutput {
  Extents local{};
  std::size_t groups = 0;                     ///< as in ndrange()
  std::vector<std::vector<std::byte>> sites;  ///< for each call site, by global linear id, with the canary
};

/// The result of running a case alone in a worker.
struct IsolatedRun {
  CaseResult result;
  std::optional<RawOutput> output;  ///< if the kernel completed
};

/// The clause of the first wrong lane; empty for a result without a failure.
inline std::string_view clause_of(const CaseResult& result) {
  return result.failure ? std::string_view(result.failure->clause) : std::string_view();
}

struct WorkerFailure {
  std::string stage;           ///< completes "a worker failed ...": "while idle", "at its end"
  int signal = 0;              ///< the signal that killed it; 0 if it exited
  std::int64_t exit_code = 0;  ///< if it exited
  std::string log;             ///< the end of its output
  bool operator==(const WorkerFailure&) const = default;
};

/// "a worker was killed by SIGSEGV at its end", "a worker ended with exit code 99 while idle".
std::string describe(const WorkerFailure& failure);

/// An element of the report's `cases` list.
nlohmann::json to_json(const CaseResult& result);
/// The inverse; throws std::exception for invalid JSON.
CaseResult result_from_json(const nlohmann::json& json);

/// An element of the report's `worker_failures` list.
nlohmann::json to_json(const WorkerFailure& failure);
/// The inverse; throws std::exception for invalid JSON.
WorkerFailure worker_failure_from_json(const nlohmann::json& json);

/// An object of the protocol, and its inverse, which throws std::exception for invalid JSON.
nlohmann::json to_json(const Evidence& evidence);
Evidence evidence_from_json(const nlohmann::json& json);

}  // namespace wgcts::results

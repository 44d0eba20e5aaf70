// A run and its results, the content of all report formats: its outcome, its bugs, and the matrix of builtins
// and types.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/lists.hpp"
#include "results/bug.hpp"
#include "results/case_result.hpp"
#include "results/device_facts.hpp"
#include "results/timing.hpp"

namespace wgcts::reports {

/// A segment of a run: from the start of a process to its end. A resumed run has several. Unknown texts are
/// empty.
struct RunSegment {
  std::string started;                                ///< UTC, ISO 8601
  std::string tool;                                   ///< version and commit of wgcts
  std::vector<std::string> command;                   ///< the words of the command line
  std::string kit, driver, launcher, worker, device;  ///< as typed
  std::size_t jobs = 0;                               ///< number of workers
  std::size_t memory = 0;                             ///< limit for the buffers of a worker, in MiB
  bool driver_cache = false;                          ///< whether the drivers' compile caches were on
  std::string baseline, baseline_sha256;              ///< the baseline's file and its SHA-256
  std::map<std::string, std::string> environment;     ///< variables that drivers and loaders read
  std::string host, system, processor;
};

struct RunInfo {
  std::uint64_t seed = 0;
  std::string profile;    ///< the part of the plan: smoke, standard or full
  std::string selection;  ///< the selecting options as typed, empty for everything
  std::string shard;      ///< "2/3", the second of three; empty for the whole selection
  std::string started;    ///< UTC, ISO 8601
  double seconds = 0;
  bool complete = true;   ///< every requested case has a verdict
  std::size_t drawn = 0;  ///< soak: cases tested; the report contains a sample of them; 0 for other profiles
  std::size_t draws = 0;  ///< soak: the number of the next draw, for --resume; 0 for other profiles
  bool interrupted = false;            ///< by a signal or a crash
  std::vector<RunSegment> segments{};  ///< the last one finished the run
};

struct Report {
  DeviceFacts device;
  RunInfo run;
  std::vector<CaseResult> cases;                 ///< in plan order
  std::vector<Timing> workers;                   ///< how each worker spent its time
  std::vector<std::string> defects{};            ///< defects of wgcts itself
  std::vector<WorkerFailure> worker_failures{};  ///< workers that ended abnormally outside of cases
  std::vector<Bug> bugs{};                       ///< most important first; see link_bugs()
  std::string tool{};                            ///< "1.0.0 (COMMIT)" of a report that was read
};

/// The segment that finished the run; an empty one if the report has none.
inline const RunSegment& last_segment(const Report& report) {
  static const RunSegment none;
  return report.run.segments.empty() ? none : report.run.segments.back();
}

/// The value of the option in the segment's command line, such as "--json FILE"; empty if it has none or is
/// "-".
std::string typed_value(const RunSegment& segment, std::string_view option);

struct NamedReport {
  std::string file;
  Report report;
};

/// The outcome of a run: the program's exit code and the report's summary.verdict.
enum class Outcome { Pass = 0, Fail = 1, NothingJudged = 3, Defect = 4, Incomplete = 5, Interrupted = 130 };

/// Pass if every verdict is good, at least one case passed, and no worker ended abnormally. Defect if wgcts
/// has a defect, regardless of the verdicts. Incomplete if nothing failed, but the time budget ended before
/// every case was run.
Outcome outcome_of(const Report& report);

/// "pass", "fail", "nothing judged", "defect of the suite" or "incomplete".
std::string_view name(Outcome outcome);

/// The outcome's name for people: "all known to fail" instead of "nothing judged" if the baseline expects all
/// failures.
std::string_view verdict_word(const Report& report);

/// The outcome as a sentence, without capital and full stop.
std::string meaning(const Report& report);

struct Counts {
  std::array<std::size_t, verdicts.size()> numbers{};
  std::size_t& operator[](Verdict v) { return numbers[static_cast<std::size_t>(v)]; }
  std::size_t operator[](Verdict v) const { return numbers[static_cast<std::size_t>(v)]; }
};

inline Counts count_verdicts(std::span<const CaseResult> cases) {
  Counts counts{};
  for (const auto& result : cases) ++counts[result.verdict];
  return counts;
}

constexpr bool was_tested(Verdict v) { return v != Verdict::Skip && v != Verdict::NotRun; }

/// Whether the case was tested, and the verdict fails the run.
constexpr bool is_failure(Verdict v) { return !info(v).good && v != Verdict::NotRun; }

/// The same without unexpected passes, which are errors of the baseline.
constexpr bool is_device_failure(Verdict v) { return is_failure(v) && v != Verdict::UnexpectedPass; }

/// The result's verdict without the effect of a baseline.
inline Verdict judged_verdict(const CaseResult& result) {
  if (result.known) return result.known->judged;
  if (result.verdict == Verdict::ExpectedFail) return Verdict::Fail;
  return result.verdict == Verdict::UnexpectedPass ? Verdict::Pass : result.verdict;
}

inline bool all_judged(std::span<const CaseResult> cases) {
  return !is_in(Verdict::NotRun, cases, &CaseResult::verdict);
}

/// The query in the skip reasons of a run that found no device.
inline constexpr const char* device_search = "clGetPlatformIDs and clGetDeviceIDs";

inline bool without_device(const Report& report) {
  return !report.cases.empty() && std::ranges::all_of(report.cases, [](const CaseResult& r) {
    return r.verdict == Verdict::Skip && r.reason && r.reason->query == device_search;
  });
}

/// "sub-groups of up to 16 work-items, within a row"; empty if their layout is unknown.
std::string sub_group_words(const DeviceFacts& device);

/// The --implementation file and its SHA-256; empty if the driver's own builtins were tested.
inline std::string judged_file(const DeviceFacts& device) {
  if (!device.implementation) return {};
  return device.implementation->file + ", SHA-256 " + device.implementation->sha256;
}

/// The worst verdict. Empty if there are no cases.
std::optional<Verdict> worst(const Counts& counts);

bool worse(Verdict a, Verdict b);

/// Behaviour that the specification leaves open: by experiment ("nan") and answer ("ignored"), the builtins
/// and types ("reduce_min.float").
using ObservedProfile = std::map<std::string, std::map<std::string, std::set<std::string>>>;
ObservedProfile observed_profile(const Report& report);

/// The report's `run` object, and its inverse, which throws std::exception for invalid JSON.
nlohmann::ordered_json to_json(const RunInfo& run);
RunInfo run_from_json(const nlohmann::json& object);

/// The non-empty facts of the segment as names and values, most important first.
std::vector<std::pair<std::string, std::string>> facts_of(const RunSegment& segment);

/// The cases of the run's profile and selection in plan order, without regard to its shard. Throws
/// std::invalid_argument if this version of wgcts does not have the profile or selection.
std::vector<Case> cases_asked_for(const RunInfo& run);

/// Merges the bugs of another part of the same run into `bugs`. Merges bugs with the same signature. Also
/// merges bugs that differ only in their builtins, because a part may contain only some builtins. Such a
/// merged bug gets a new signature. Bugs of unknown cause are merged only by signature. Keeps the minimal
/// case with fewer work-items, and a C program that reproduced the bug.
void add_bugs(std::vector<Bug>& bugs, std::vector<Bug> more);

/// Whether add_bugs() merges them.
inline bool is_same_bug(const Bug& a, const Bug& b) {
  return a.signature == b.signature || (a.what.code != "unknown" && a.what == b.what);
}

/// Makes cases consistent with the bugs' lists of cases. Removes cases that are not in the report from the
/// lists, sorts the lists as in the report, and removes bugs without cases. Each case then lists its bugs in
/// the report's order.
void link_bugs(Report& report);

/// Throws std::runtime_error if bugs and cases are inconsistent.
void require_linked_bugs(const Report& report);

/// Whether the report lists its bugs: it has bugs, or no failures. A run without diagnosis lists none.
bool lists_bugs(const Report& report);

inline const Bug* find_bug(const Report& report, std::string_view signature) {
  return find_row(report.bugs, signature, &Bug::signature);
}

/// The bugs that explain the case, in the case's order, without those that are not in the report.
std::vector<const Bug*> bugs_of(const Report& report, const CaseResult& result);

/// The cases of a builtin, type and number of dimensions. The cell shows a failure that no bug explains, if
/// it has one. Otherwise it shows the bug with the fewest cells, so that a crash of every builtin on tiny
/// work-groups does not hide a bug of one builtin. Otherwise it shows the worst verdict.
struct MatrixCell {
  Counts counts{};
  Verdict verdict{};         ///< the worst one, or that of the failures that no bug explains
  const Bug* bug = nullptr;  ///< instead of the verdict
  std::size_t number = 0;    ///< the bug's number in the report, from 1
};

struct MatrixRow {
  const Builtin* builtin;
  GenType type;
  std::array<MatrixCell, 3> cells{};  ///< 1d, 2d, 3d; without cases, all counts are 0
};

/// The rows that have cases, in the order of builtins and types.
std::vector<MatrixRow> matrix_of(const Report& report);

std::vector<GenType> types_of(const std::vector<MatrixRow>& rows);

/// The row of the builtin and type; nullptr if there is none.
inline const MatrixRow* row_of(const std::vector<MatrixRow>& rows, const Builtin* builtin, GenType type) {
  return find_row(rows, std::pair(builtin, type),
                  [](const MatrixRow& row) { return std::pair(row.builtin, row.type); });
}

}  // namespace wgcts::reports

// A run and its results, as all report formats show them.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reports/model/run.hpp"
#include "results/bug.hpp"
#include "results/case_result.hpp"
#include "results/device_facts.hpp"
#include "results/timing.hpp"
#include "results/worker_failure.hpp"

namespace wgcts::reports {

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

/// A report with the name of its file in messages.
struct NamedReport {
  std::string file;
  Report report;
};

/// The outcome of a run: the program's exit code and the report's summary.verdict.
enum class Outcome { Pass = 0, Fail = 1, NothingJudged = 3, Defect = 4, Incomplete = 5, Interrupted = 130 };

/// Pass if every verdict is good, at least one case passed, and no worker ended abnormally. Defect if wgcts
/// has a defect, whatever the verdicts are. Incomplete if nothing failed, but the time budget ended before
/// every case was run.
Outcome outcome_of(const Report& report);

/// "pass", "fail", "nothing judged", "defect of the suite" or "incomplete".
std::string_view name(Outcome outcome);

/// The outcome's name for people: "all known to fail" instead of "nothing judged" if the baseline expects all
/// failures.
std::string_view verdict_word(const Report& report);

/// The outcome as a sentence, without capital and full stop.
std::string meaning(const Report& report);

/// The number of cases for each verdict, by the verdict's index in `verdicts`.
using Counts = std::array<std::size_t, verdicts.size()>;

Counts count_verdicts(std::span<const CaseResult> cases);

/// Whether no verdict is not_run.
bool all_judged(std::span<const CaseResult> cases);

/// The query in the skip reasons of a run that found no device.
inline constexpr const char* device_search = "clGetPlatformIDs and clGetDeviceIDs";

/// Whether the run found no device.
bool without_device(const Report& report);

/// "sub-groups of up to 16 work-items, within a row"; empty if their layout is unknown.
std::string sub_group_words(const DeviceFacts& device);

/// The --implementation file and its SHA-256; empty if the driver's own builtins were tested.
std::string judged_file(const DeviceFacts& device);

/// The worst verdict, or nothing if there are no cases.
std::optional<Verdict> worst(const Counts& counts);

/// Whether `a` is worse than `b`.
bool worse(Verdict a, Verdict b);

/// Behaviour that the specification leaves open: by experiment ("nan") and answer ("ignored"), the builtins
/// and types ("reduce_min.float").
using ObservedProfile = std::map<std::string, std::map<std::string, std::set<std::string>>>;
ObservedProfile observed_profile(const Report& report);

/// A builtin and type, with the verdicts for each number of dimensions.
struct MatrixRow {
  const Builtin* builtin;
  GenType type;
  std::array<Counts, 3> dims;  ///< 1d, 2d, 3d
};

/// The rows that have cases, in the order of builtins and types.
std::vector<MatrixRow> matrix_of(const Report& report);

}  // namespace wgcts::reports

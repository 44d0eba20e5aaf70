// A run's outcome, as every report shows it.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reports/model/leg.hpp"
#include "results/bug.hpp"
#include "results/case_result.hpp"
#include "results/device_facts.hpp"
#include "results/timing.hpp"
#include "results/worker_failure.hpp"

namespace wgcts::reports {

struct RunInfo {
  std::uint64_t seed = 0;
  std::string profile;    ///< how much of the plan: smoke, standard or full
  std::string selection;  ///< the selecting options as typed, empty for everything
  std::string shard;      ///< "2/3", the second of three; empty for the whole selection
  std::string started;    ///< UTC, ISO 8601
  double seconds = 0;
  bool complete = true;   ///< every case that was asked for has a verdict of its own
  std::size_t drawn = 0;  ///< soak: cases judged, of which the report holds some; 0 for other profiles
  std::size_t draws = 0;  ///< soak: the draw that comes next, where it is gone on with; 0 for other profiles
  bool interrupted = false;  ///< by a signal, or by death
  std::vector<Leg> legs{};   ///< the last is the one that ended it
};

struct Report {
  DeviceFacts device;
  RunInfo run;
  std::vector<CaseResult> cases;       ///< in plan order
  std::vector<Timing> workers;         ///< where each worker's time went
  std::vector<std::string> defects{};  ///< what the suite itself did wrong: no verdict of a driver's
  std::vector<WorkerFailure> worker_failures{};  ///< workers that ended badly without taking a case along
  std::vector<Bug> bugs{};  ///< what was diagnosed, what to look at first in front; see link_bugs()
};

/// What a run amounts to: the program's exit code and the report's summary.verdict.
enum class Outcome { Pass = 0, Fail = 1, NothingJudged = 3, Defect = 4, Incomplete = 5, Interrupted = 130 };

/// Pass only if every verdict is good, at least one case passed and no worker ended badly; Defect if the
/// suite did something wrong, whatever else there is; Incomplete if nothing is wrong but that cases were not
/// reached within the time budget.
Outcome outcome_of(const Report& report);

/// "pass", "fail", "nothing judged", "defect of the suite" or "incomplete".
std::string_view name(Outcome outcome);

/// The same in words for people: "all known to fail" in place of "nothing judged", where the baseline knows
/// of all that was judged.
std::string_view verdict_word(const Report& report);

/// What the run came to: a sentence without capital and full stop, which follows its verdicts.
std::string meaning(const Report& report);

/// How many cases came to each verdict, by the verdict's place in `verdicts`.
using Counts = std::array<std::size_t, verdicts.size()>;

Counts count_verdicts(std::span<const CaseResult> cases);

/// Whether every case has a verdict of its own: none is not_run.
bool all_judged(std::span<const CaseResult> cases);

/// The query behind the skips of a run that found no device.
inline constexpr const char* device_search = "clGetPlatformIDs and clGetDeviceIDs";

/// Whether the report is of a run that found no device to judge.
bool without_device(const Report& report);

/// The file that was judged in place of the driver's own builtins, and its SHA-256; empty where those were
/// judged.
std::string judged_file(const DeviceFacts& device);

/// The verdict that stands for all of them, or nothing where there are none.
std::optional<Verdict> worst(const Counts& counts);

/// Whether `a` is worse than `b`.
bool worse(Verdict a, Verdict b);

/// What the device does where the specification leaves it open: by what was observed ("nan"), by the answer
/// ("ignored"), the builtins and types that gave it ("reduce_min.float").
using ObservedProfile = std::map<std::string, std::map<std::string, std::set<std::string>>>;
ObservedProfile observed_profile(const Report& report);

/// A builtin and type of the report, with the verdicts in each dimension.
struct MatrixRow {
  const Builtin* builtin;
  GenType type;
  std::array<Counts, 3> dims;  ///< 1d, 2d, 3d
};

/// The rows that have cases, in the order of builtins and types.
std::vector<MatrixRow> matrix_of(const Report& report);

}  // namespace wgcts::reports

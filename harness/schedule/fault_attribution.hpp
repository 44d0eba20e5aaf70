// Finds the case at fault when a driver crashes, hangs or refuses, by dividing jobs until a case or a kernel
// is alone. If enough cases of a pattern fail, its other cases are set apart or given up. Pure functions and
// a pure state machine, which receives the outcomes of jobs and returns verdicts and the next jobs.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/program/job.hpp"
#include "results/case_result.hpp"
#include "results/timing.hpp"
#include "suites/case.hpp"

namespace wgcts::harness {

/// Whether the phase involves one builtin only: one kernel with a single call to build, or one case of it to
/// launch. Such a job cannot be divided.
bool stands_alone(Phase phase, const Job& job);

/// Whether the builtin of the case has failed alone before.
using Suspected = std::function<bool(const Case&)>;

/// Smaller jobs with the same cases. After a failed launch, each case gets a separate kernel and launch. A
/// failed program is split by builtins and then by kernels, because a failed build does not name the kernel.
/// If only some cases are suspected, the others stay together.
std::vector<Job> divide(
    Phase phase, Job job, const Suspected& suspected = [](const Case&) { return false; });

/// Sorts the cases so that each differs as much as possible from those before it. The first few then
/// represent many.
std::vector<Case> most_different_first(std::vector<Case> cases);

/// The cases in waves. First the smoke profile. Then the standard profile, program by program in the order of
/// standard_launches(): by covered pairs for their cost. Then the rest, one local size of every builtin,
/// type, dimension, form and variant at a time. Cases that share a launch are in the same wave.
std::vector<std::vector<Case>> waves_of(const std::vector<Case>& cases);

/// The coordinates of a case that a pattern fixes.
enum class Aspect : std::uint8_t {
  Everything = 0,
  Builtin = 1,
  Type = 2,
  Number = 4,  ///< the failure of one program does not predict those of other programs of its type
  Size = 8,
  Dimension = 16,
  Form = 32,
  Variant = 64,
  BuiltinOfType = Builtin | Type | Number,
  SizeInDimension = Size | Dimension
};

/// All cases with these coordinates. A coordinate that is not set matches any. `size` counts work-items, 0
/// for "max".
struct CasePattern {
  const Builtin* builtin = nullptr;
  std::optional<GenType> type{};
  std::optional<std::size_t> size{};
  std::optional<unsigned> dim{};
  const Form* form = nullptr;
  const Variant* variant = nullptr;  ///< one row; a combined variant matches the pattern of each of its rows
  std::optional<std::uint64_t> number{};  ///< of a program; 0 for other cases
  auto operator<=>(const CasePattern&) const = default;
};

/// How a worker failed: the driver crashed or refused in a build or in a launch, or the worker hung.
enum class Loss : std::uint8_t { Build, Launch, Hang };

/// Which failures count: all that involve a case of the pattern, only those of a case that ran alone, or only
/// those of several cases together.
enum class Counted : std::uint8_t { Any, Alone, Together };

/// What happens to the other cases of the pattern. They get no verdict from it, because they did not run.
enum class Consequence : std::uint8_t {
  SetApart,  ///< it runs alone, after everything else; shared kernels leave out a builtin that is set apart
  GiveUp     ///< it is not run again: not_run
};

struct AttributionRule {
  Consequence consequence;
  Aspect aspect;
  std::optional<Loss> loss;  ///< empty: any
  Counted counted;
  std::size_t enough;                   ///< number of failures that the consequence needs
  bool despite_passes;                  ///< true: holds although cases of the pattern completed
  std::string_view reason{};            ///< for the message
  std::optional<Aspect> and_once = {};  ///< this narrower pattern needs at least one failure as well
  std::size_t sizes = 1;     ///< minimum number of different sizes of work-groups among the failures
  std::size_t subjects = 1;  ///< the same of pairs of builtin and type; a builtin with one type needs one
};

/// After this many failures without a success, more runs are useless, and each costs a process. Only broad
/// patterns are given up. One builtin and type have few cases. One size has up to 1098 cases in standard, but
/// it is not given up either: PoCL 6.0 crashes at most launches of one work-item. If only 24 of them ran, the
/// order of the run would decide which builtins the bug has. Baselines find a bug by its builtins.
inline constexpr std::size_t enough_failures = 24;
/// Drivers have special code for work-groups of one and of two work-items, so their failures do not predict
/// those of other sizes.
inline constexpr std::size_t enough_sizes = 3;
/// Failures of one builtin and type do not predict those of others. If only broadcast of half crashes, it may
/// crash in 24 launches before another builtin of half runs.
inline constexpr std::size_t enough_subjects = 3;

constexpr AttributionRule gives_up(Aspect aspect, Counted counted, std::size_t sizes) {
  return {.consequence = Consequence::GiveUp,
          .aspect = aspect,
          .loss = std::nullopt,
          .counted = counted,
          .enough = enough_failures,
          .despite_passes = false,
          .reason = "failed",
          .sizes = sizes,
          .subjects = enough_subjects};
}

/// The rules are the same for every driver. Each limits the cost of one class of faults.
inline constexpr std::array<AttributionRule, 20> attribution_rules{{
    // Leaving out a builtin gives no verdict, but the kernel then tests less. So one crash is not enough.
    {Consequence::SetApart, Aspect::BuiltinOfType, Loss::Build, Counted::Alone, 2, false},
    {Consequence::SetApart, Aspect::BuiltinOfType, Loss::Launch, Counted::Alone, 2, false},
    {Consequence::SetApart, Aspect::Builtin, Loss::Launch, Counted::Alone, 4, false},
    // A hang costs the time limit for everything that shares the program.
    {Consequence::SetApart, Aspect::Builtin, Loss::Hang, Counted::Alone, 1, true},
    // Collectives may block each other only in a shared kernel. If all shared kernels of int and uint hang, a
    // run costs 19 time limits by these rules, and 350 without them.
    {Consequence::SetApart, Aspect::Form, Loss::Hang, Counted::Together, 3, true},
    {Consequence::SetApart, Aspect::Everything, Loss::Hang, Counted::Together, 6, true},

    gives_up(Aspect::Everything, Counted::Any, 1),
    gives_up(Aspect::Dimension, Counted::Alone, enough_sizes),
    gives_up(Aspect::Variant, Counted::Alone, enough_sizes),
    gives_up(Aspect::Form, Counted::Alone, enough_sizes),
    gives_up(Aspect::Type, Counted::Alone, enough_sizes),
    gives_up(Aspect::Builtin, Counted::Alone, enough_sizes),

    // Fewer hangs are enough, because each costs the time limit. Three hangs of one size come from three
    // builtins of different families, so they are no coincidence. At least one must have the dimension of the
    // case. Six hangs of any size have at least two sizes.
    {Consequence::GiveUp, Aspect::Everything, Loss::Hang, Counted::Any, 6, false, "hung"},
    {Consequence::GiveUp, Aspect::Size, Loss::Hang, Counted::Alone, 3, false, "hung",
     Aspect::SizeInDimension},
    {Consequence::GiveUp, Aspect::Dimension, Loss::Hang, Counted::Alone, 6, false, "hung"},
    {Consequence::GiveUp, Aspect::Variant, Loss::Hang, Counted::Alone, 6, false, "hung"},
    {Consequence::GiveUp, Aspect::Form, Loss::Hang, Counted::Alone, 6, false, "hung"},
    {Consequence::GiveUp, Aspect::Type, Loss::Hang, Counted::Alone, 6, false, "hung"},
    // A builtin that hangs only sometimes costs as much as one that always hangs.
    {Consequence::GiveUp, Aspect::BuiltinOfType, Loss::Hang, Counted::Alone, 2, true, "hung"},
    {Consequence::GiveUp, Aspect::Builtin, Loss::Hang, Counted::Alone, 6, true, "hung"},
}};

/// A failure of a worker, or a refusal of the driver that the worker survives, with the cases of the
/// unfinished phase. The verdict NotRun means that the driver is not to blame.
struct Fault : Conclusion {
  Phase phase{};
  std::vector<Case> cases{};
  bool worker_lives = false;   ///< the driver refused a launch, and the worker continues with other cases
  bool beside_others = false;  ///< another worker ran at the same time as this one at some point
};

/// Whether the failure involves only the launch of one case, or the kernel of one builtin.
bool was_alone(const Fault& fault, const Job& job);

/// The failure as the result of a case that it involves.
CaseResult result_of(const Fault& fault, const Case& c);

/// What follows from a failure for its cases: verdicts and jobs.
struct Ruling {
  std::vector<CaseResult> verdicts{};  ///< of culprits, and not_run for cases given up
  std::vector<Job> next{};             ///< to run at once, in this order
  std::vector<Job> last{};             ///< to run after everything else
};

/// Cases first run together. A failed job is divided and run again until one case or kernel is alone: a case
/// that fails alone gets the verdict. No case gets a verdict from the failures of others: the table of rules
/// only decides which cases run apart or are given up.
class FaultAttribution {
 public:
  Ruling attribute(const Fault& fault, const Job& job);

  /// Only counts the failure. For retries, because their cases have a verdict.
  void note_loss(const Fault& fault, const Job& job);

  /// Before a job runs: removes the cases that are given up, and those that should run alone.
  Ruling review(Job& job);

  /// The case completed with a right or wrong result in this many seconds.
  void note_success(const Case& c, double seconds = 0);

  /// The reason why the case must not run again. Empty if it may run.
  std::string given_up(const Case& c) const;

 private:
  struct Losses {
    std::size_t all = 0, alone = 0;
  };
  struct Record {
    std::map<Loss, Losses> lost;
    std::set<CasePattern> sizes, subjects;  ///< of the cases in these failures, as many as rules need
    std::size_t completed = 0;
    double longest = 0;  ///< seconds of the slowest completed case
  };
  const AttributionRule* rule_for(Consequence consequence, const Case& c) const;
  bool holds(const AttributionRule& rule, const Case& c) const;
  std::size_t times(const AttributionRule& rule, const CasePattern& pattern) const;
  CasePattern pattern_behind(const AttributionRule& rule, const Case& c) const;
  std::string similar_durations(const Case& c) const;

  std::map<CasePattern, Record> records_;
};

}  // namespace wgcts::harness

// The experiments of a diagnosis: launches beyond the plan, the smallest case and kernel that show a bug, and
// the nearest passing case.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "harness/check/site_checker.hpp"
#include "harness/diagnose/diagnose.hpp"
#include "harness/process/worker_connection.hpp"
#include "harness/program/kernel_run.hpp"
#include "harness/replay/replay.hpp"
#include "reference/causes/cause.hpp"
#include "reference/geometry.hpp"
#include "results/bug.hpp"
#include "results/device_facts.hpp"
#include "suites/case.hpp"
#include "suites/programs/draw_program.hpp"
#include "suites/programs/reduce.hpp"

namespace wgcts::harness {

/// Orders cases from simple to complex.
inline auto complexity(const Case& c) {
  return std::tuple(is_program(c), c.local.is_max(), row_count(c.variant->key),
                    c.form->around != Surroundings::None, c.form->rank, c.dim, volume(c.local.extents));
}

/// Whether the experiment shows the bug.
using Shows = std::function<bool(const Experiment&)>;

/// Whether there is time for another experiment.
using TimeLeft = std::function<bool()>;

/// Runs experiments on the device: by a WorkerConnection, or by a substitute in tests.
struct Oracle {
  /// The verdict is NotRun if the suite found a defect in its own check.
  std::function<CaseResult(const Experiment&)> run_case;
  std::function<RunOutcome(const KernelRun&)> run_kernel;
  std::function<void()> restart_worker = [] {};                ///< uses a new process for the next run
  std::function<void(double)> set_time_limit = [](double) {};  ///< of a stage, in seconds
  std::function<double()> clock;                               ///< seconds since an arbitrary time
  DeviceFacts device;
  std::uint64_t seed = 0;
  double timeout = 60;  ///< default time limit of a stage, in seconds
};

/// The connection must outlive it.
inline Oracle oracle_of(WorkerConnection& connection) {
  using Clock = std::chrono::steady_clock;
  return {[&connection](const Experiment& experiment) -> CaseResult {
            try {
              return connection.ask(experiment).result;
            } catch (const SuiteDefect&) {
              return CaseResult(experiment.the_case);
            }
          },
          [&connection](const KernelRun& run) { return connection.ask(run); },
          [&connection] { connection.renew(); },
          [&connection](double seconds) { connection.allow(seconds); },
          [] { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); },
          connection.device(),
          connection.seed(),
          connection.timeout()};
}

/// At most `launches` cases that did not run, near the simplest case of each finding. Each is the one that
/// distinguishes the finding from most of the remaining rivals. Launches nothing.
std::vector<Case> cases_to_probe(std::span<const Finding> findings, std::span<const CaseResult> results,
                                 const DeviceFacts& device, std::uint64_t seed, std::size_t launches);

/// The bugs that diagnose() finds with the results of a limited number of further launches. Starts no launch
/// after `seconds`, which the bugs then state, or after an interruption. Throws as the oracle does.
std::vector<Bug> diagnose_and_probe(std::vector<CaseResult>& results, const Oracle& oracle, double seconds);

/// Bisects thresholds such as "size>N" and "extent.y<N" over cases that otherwise equal `showing`, which
/// shows the bug. Before that, a threshold is only known to be between two sizes that ran. A case is not
/// launched if `may_show` is false, because the fault would change nothing there. A threshold stays if it is
/// still possible, if the results are contradictory, if the device does not support such sizes, or if time
/// runs out. The condition "size>0" asks whether a threshold exists. The result has no condition that others
/// imply.
Where bisect_thresholds(Where where, const Experiment& showing, const Shows& shows, const Shows& may_show,
                        const TimeLeft& time_left, const DeviceFacts& device);

/// Legal cases that differ from `c` in one coordinate: the nearest in each coordinate, then the second
/// nearest, and so on. Includes sizes near those in the conditions, and variants that the conditions name.
std::vector<Case> neighbours_of(const Case& c, std::span<const Where> conditions);

/// How a neighbour differs from `c`: "local size 3 instead of 2", "without offset".
std::string difference(const Case& neighbour, const Case& c);

/// A local size of `n` work-items with extents above 1 where `shape` has them; none if there is none.
std::optional<Extents> of_size(const Extents& shape, std::size_t n);

/// The sizes and extents in the conditions.
std::set<std::size_t> sizes_named(std::span<const Where> conditions);

/// The simplest experiment found that shows the bug of `start`. Simplifies variant, form, co-resident calls,
/// dimensions and local size. `suspects` are local sizes near thresholds, which are tried before others.
/// Calls `shows` only while there is time, and never twice for one experiment.
Experiment simplest(const Experiment& start, const std::vector<std::size_t>& suspects, const Shows& shows,
                    const TimeLeft& time_left);

/// The sizes and extents in the conditions, and the numbers next to them.
std::vector<std::size_t> suspect_sizes(const Where& where);

/// One work-group's call of a collective. The kernel stores the result of the call unchanged.
struct StoredCall {
  Collective collective{};
  Rule rule = Rule::Exact;              ///< how its results are judged
  std::size_t group = 0;                ///< the linear group id
  std::vector<std::uint64_t> x{};       ///< arguments, bit for bit, by local linear id
  std::size_t source = 0;               ///< the local linear id that a broadcast names
  std::size_t output = 0;               ///< index of the output that receives the results
  std::vector<std::size_t> elements{};  ///< elements of the output, by local linear id
};

struct FailingRun {
  Case the_case;  ///< the case that it was made from
  KernelRun run;
  std::optional<LegalProgram> program{};  ///< none: the case's own kernel
  std::vector<StoredCall> calls{};        ///< for a case of single calls
  RunOutcome outcome{};  ///< from a new process, if that showed the bug; else the last outcome that did
  std::vector<WrongElement> wrong{};  ///< wrong elements of the outputs
  bool reproduced = false;            ///< a process that ran nothing else showed the bug
  double timeout = 0;                 ///< time limit of a stage in the run, in seconds

  const KernelArgument& output(std::size_t number) const { return run.arguments[outputs_of(run)[number]]; }
  bool is_wrong(const StoredCall& call) const;
};

/// Whether one of the faults gives the results of the call.
bool any_explains(std::span<const Cause> causes, const FailingRun& failing_run, const StoredCall& call);

/// How the program's results are judged on a device with these facts, under the case's options.
Judging judging_of(const Case& c, const DeviceFacts& facts);

/// The program alone, with the launch, build options and attributes of the case's kernel; without an outcome.
/// If the case's kernel has parts, the program's first function is the other part. Unless the case is a
/// program, only results of its builtin are judged. If a work-group's calls write to the same elements, only
/// the last call counts.
FailingRun failing_run_of(const Case& c, LegalProgram program, const DeviceFacts& facts);

/// The case's own kernel with these builtins, on the data of these calls. The order is by member, then site,
/// then work-group. Element numbers continue from call to call.
KernelRun run_of_case(const Case& c, const std::vector<const Builtin*>& members, const NDRange& range,
                      std::span<const StoredCall> calls, const DeviceFacts& facts);

/// Makes the kernel's report, the last argument of run_of_case(), an output that other statements must not
/// write.
void judge_report(KernelRun& run);

/// Offers kernel runs to `take`, shortest first, until it returns true. They are small kernels with the data
/// of the call `wrong`, then the case's own kernel, each first with few and then with many work-groups.
/// `replay` has the data of the experiment's case. No buffer is larger than most_run_bytes.
void visit_kernel_runs(const Experiment& experiment, const Replay& replay, CallAt wrong,
                       const DeviceFacts& facts, const std::function<bool(FailingRun)>& take);

/// Whether the program gives the same results at every local size. Required if the driver chooses the size.
bool fits_all_sizes(const LegalProgram& program);

/// The program with inputs value(lane, lanes); none if that launch is not legal.
std::optional<LegalProgram> with_values(const LegalProgram& program,
                                        const std::function<std::int64_t(std::size_t, std::size_t)>& value);

/// The lane table of the first wrong work-group, or of the first work-group if none is wrong. Only for runs
/// with calls. Does not set the name.
MinimalCase lane_table_of(const FailingRun& failing_run);
/// The lane table of a case's failure, if no kernel run shows the bug. Does not set the name.
MinimalCase lane_table_of(const CaseResult& result);

/// The smallest reduction of a failing whole program that still fails.
struct SmallestProgram {
  Case the_case;                              ///< the original case, or the case of a reduced program
  std::optional<PassingNeighbour> neighbour;  ///< the program with one more reduction, if that passed
  std::vector<Ingredient> ingredients{};      ///< necessary parts: the program passes without each
  std::vector<GivenProgram> programs{};       ///< all programs named above
  /// Its normal form; empty if time ran out before the reduction was complete.
  std::string form{};
};

/// Reduces the program of `failing` while `ask` reports the bug and there is time. Each program passed to
/// `ask` is legal and executes a collective.
SmallestProgram smallest_program(const Case& failing, const std::function<Shown(const Case&)>& ask,
                                 const TimeLeft& time_left);

/// What the search for the smallest case of a bug found, besides the members of the bug.
struct Minimised {
  std::optional<Experiment> experiment{};   ///< none: the bug did not show again
  std::optional<FailingRun> failing_run{};  ///< none: no kernel run showed the bug
};

/// Sets the members of the bug for its smallest case or program, and `neighbour`, `reproduced`, `cut_short`
/// and the exact thresholds in `where`. Updates sentence and signature. Starts no experiment after `seconds`.
/// Rejects a reduced program that shows one of `others` instead of the bug. Throws only Interrupted.
Minimised minimise(Bug& bug, const Oracle& oracle, double seconds, std::span<const Bug> others = {});

/// Minimises all bugs within `seconds`. Time that one bug does not use goes to the following bugs. Merges
/// bugs that become equal. The result has the order of the bugs.
std::vector<Minimised> complete(std::vector<Bug>& bugs, const Oracle& oracle, double seconds);

}  // namespace wgcts::harness

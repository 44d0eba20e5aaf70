// Kernel runs that are made of a case, and may show its bug: of a small kernel that calls its builtin, or of
// the case's own kernel. A C program is written from one that does.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "harness/process/worker_connection.hpp"
#include "harness/program/kernel_run.hpp"
#include "harness/replay/replay.hpp"
#include "reference/causes/cause.hpp"
#include "results/bug.hpp"
#include "results/device_facts.hpp"
#include "suites/case.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::harness {

/// One work-group's call of a collective. The kernel stores the result of the call unchanged.
struct StoredCall {
  Collective collective{};
  Rule rule = Rule::Exact;              ///< of its results
  std::size_t group = 0;                ///< the linear group id
  std::vector<std::uint64_t> x{};       ///< what is passed, bit for bit, by local linear id
  std::size_t source = 0;               ///< the local linear id that a broadcast names
  std::size_t output = 0;               ///< where the results go; counts outputs
  std::vector<std::size_t> elements{};  ///< of the output, by local linear id
};

struct FailingRun {
  Case the_case;  ///< that it was made from
  KernelRun run;
  std::optional<LegalProgram> program{};  ///< none: the case's own kernel
  std::vector<StoredCall> calls{};        ///< of a case of single calls
  RunOutcome outcome{};               ///< in a new process, if that showed the bug; else the last that did
  std::vector<WrongElement> wrong{};  ///< of the outputs
  bool reproduced = false;            ///< a process that did nothing else showed the bug
  double timeout = 0;                 ///< time limit of a stage in the run, in seconds

  const KernelArgument& output(std::size_t number) const { return run.arguments[outputs_of(run)[number]]; }
  bool is_wrong(const StoredCall& call) const;
};

/// Whether one of the faults gives what came of the call.
bool explain(std::span<const Cause> causes, const FailingRun& failing_run, const StoredCall& call);

/// What the program's results are judged by on a device with these facts, under the case's options.
Judging judging_of(const Case& c, const DeviceFacts& facts);

/// The program by itself, launched, built and attributed as the case's kernel is; without an outcome. Where
/// the case's kernel has parts, the program's first function is the other one. Unless the case is a program,
/// only the results of its builtin are judged, and of a work-group's calls whose results go to the same
/// elements only the last counts.
FailingRun failing_run_of(const Case& c, LegalProgram program, const DeviceFacts& facts);

/// The case's own kernel with these builtins, on the data of these calls: member by member, site by site. The
/// work-groups of a call follow each other; their elements are numbered through from call to call.
KernelRun run_of_case(const Case& c, const std::vector<const Builtin*>& members, const NDRange& range,
                      std::span<const StoredCall> calls, const DeviceFacts& facts);

/// Offers kernel runs to `take`, the shortest first, until it returns true: small kernels with the data of
/// the call `wrong`, then the case's own kernel, each with few work-groups before many. `replay` has the data
/// of the experiment's case. No buffer needs more than most_run_bytes.
void visit_starts(const Experiment& experiment, const Replay& replay, GroupAt wrong, const DeviceFacts& facts,
                  const std::function<bool(FailingRun)>& take);

/// Whether the program gives the same results at every local size, as it must if the driver chooses one.
bool fits_all_sizes(const LegalProgram& program);

/// The program with the inputs value(lane, lanes); none if that launch is not legal.
std::optional<LegalProgram> with_values(const LegalProgram& program,
                                        const std::function<std::int64_t(std::size_t, std::size_t)>& value);

/// The first work-group with a wrong lane, lane by lane, or the first one if there are no results. For runs
/// of calls. The name is not set.
MinimalCase lane_table_of(const FailingRun& failing_run);
/// The wrong lanes of a case's failure, if no small kernel shows the bug. The name is not set.
MinimalCase lane_table_of(const CaseResult& result);

/// The legal results of an element: "non-zero", "3 to 4", "anything".
Value text_of(const Expected& expected, Type type);

template <class T>
T value_from(std::uint64_t bits) {
  return std::bit_cast<T>(static_cast<bits_of<T>>(bits));
}

}  // namespace wgcts::harness

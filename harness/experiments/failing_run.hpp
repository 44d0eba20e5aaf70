// Kernel runs, made from a case, that may show its bug. The kernel is a small one that calls the builtin, or
// the case's own. A run that shows the bug becomes a C program.
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
bool explain(std::span<const Cause> causes, const FailingRun& failing_run, const StoredCall& call);

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
void visit_starts(const Experiment& experiment, const Replay& replay, GroupAt wrong, const DeviceFacts& facts,
                  const std::function<bool(FailingRun)>& take);

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

/// The legal results of an element: "non-zero", "3 to 4", "anything".
Value text_of(const Expected& expected, Type type);

template <class T>
T value_from(std::uint64_t bits) {
  return std::bit_cast<T>(static_cast<bits_of<T>>(bits));
}

}  // namespace wgcts::harness

// From a case that shows a bug to kernel runs that may show it too.
#pragma once

#include <functional>

#include "harness/check/explanation.hpp"
#include "harness/diagnose/failing_run.hpp"
#include "harness/process/worker_connection.hpp"

namespace wgcts::harness {

/// The first wrong call and work-group of a case; the first ones of all if there are no results.
struct WrongPlace {
  std::size_t site = 0, group = 0;
};
WrongPlace wrong_place(const Explanation& e);

/// Offers kernel runs to `take`, the shortest first, until it returns true: small kernels with the data of
/// that work-group, then the case's own kernel, each with few work-groups before many. `e` explains the
/// experiment's case. No buffer needs more than most_run_bytes.
void visit_starts(const Experiment& experiment, const Explanation& e, WrongPlace place,
                  const DeviceFacts& facts, const std::function<bool(FailingRun)>& take);

/// Whether the program gives the same results at every local size, as it must if the driver chooses one.
bool fits_all_sizes(const LegalProgram& program);

/// The program with the inputs value(lane, lanes); none if that launch is not legal.
std::optional<LegalProgram> with_values(const LegalProgram& program,
                                        const std::function<std::int64_t(std::size_t, std::size_t)>& value);

}  // namespace wgcts::harness

// From a case that shows a bug to kernel runs that may show it too.
#pragma once

#include <functional>

#include "harness/check/explanation.hpp"
#include "harness/diagnose/failing_run.hpp"
#include "harness/process/worker_connection.hpp"

namespace wgcts::harness {

/// The call and the work-group of a case that went wrong; the first ones, where nothing came back.
struct WrongPlace {
  std::size_t site = 0, group = 0;
};
WrongPlace wrong_place(const Explanation& e);

/// Calls `take` with what is worth a try for the experiment, the shortest first, until it says that it needs
/// no more: small kernels with the data of that work-group, then the case's own, each with few work-groups
/// before many. `e` tells of the experiment's case. No buffer of theirs needs more than most_run_bytes.
void visit_starts(const Experiment& experiment, const Explanation& e, WrongPlace place,
                  const DeviceFacts& facts, const std::function<bool(FailingRun)>& take);

/// Where the local size is left to the driver: whether the same comes of work-groups of any size.
bool fits_all_sizes(const LegalProgram& program);

/// The program on inputs of which each is value(lane, lanes), where that is a legal launch.
std::optional<LegalProgram> with_values(const LegalProgram& program,
                                        const std::function<std::int64_t(std::size_t, std::size_t)>& value);

}  // namespace wgcts::harness

// Divides a job that crashed its worker, until a case or a kernel is alone. Pure functions.
#pragma once

#include <functional>
#include <vector>

#include "harness/program/job.hpp"
#include "results/timing.hpp"

namespace wgcts::harness {

/// Whether the phase involves one builtin only: one kernel with a single call to build, or one case of it to
/// launch. Such a job cannot be divided.
bool stands_alone(Phase phase, const Job& job);

/// Whether the builtin of the case has failed alone before.
using Suspected = std::function<bool(const Case&)>;

/// Smaller jobs with the same cases. After a failed launch, or several in flight, each case gets a separate
/// kernel and launch. A failed program is split by builtins and then by kernels, because a failed build does
/// not name the kernel. If only some cases are suspected, the others stay together.
std::vector<Job> divide(
    Phase phase, Job job, const Suspected& suspected = [](const Case&) { return false; });

/// Sorts the cases so that each differs as much as possible from those before it. The first few then
/// represent many.
std::vector<Case> most_different_first(std::vector<Case> cases);

/// One job for each kernel of the cases, each builtin alone. A crash then forces no other kernel to be built
/// again.
std::vector<Job> one_job_a_kernel(const std::vector<Case>& cases);

}  // namespace wgcts::harness

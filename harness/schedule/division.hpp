// How a job that took its worker down is divided, until a case or a kernel stands alone. Pure.
#pragma once

#include <functional>
#include <vector>

#include "harness/program/job.hpp"
#include "results/phase.hpp"

namespace wgcts::harness {

/// Whether what a worker was at holds nothing but one builtin: one kernel of a single member to build, or one
/// case of it to launch. Then there is nothing left to divide.
bool stands_alone(Phase phase, const Job& job);

/// Smaller jobs with the same cases. A launch, or several in flight at once, is taken apart so that
/// each case has a kernel and a launch to itself: where that falls says who it was. A program is parted, by
/// its builtins and then by its kernels, since a build does not say which of them it fell over: those that
/// are suspected from the others, where both are there.
std::vector<Job> divide(
    Phase phase, const Job& job,
    const std::function<bool(const Case&)>& suspected = [](const Case&) { return false; });

/// The cases, those that differ most from all before them first: what befalls the first few speaks for many.
std::vector<Case> most_different_first(std::vector<Case> cases);

/// A job for each kernel of the cases, each builtin alone, so that a worker that dies of one leaves no other
/// to be built again.
std::vector<Job> one_job_a_kernel(const std::vector<Case>& cases);

}  // namespace wgcts::harness

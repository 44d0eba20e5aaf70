// A bug's name, put to the experiment: the kernel that shows the bug is given other values, and the name must
// give what comes of those, too.
#pragma once

#include <functional>

#include "harness/diagnose/failing_run.hpp"
#include "harness/diagnose/simplify.hpp"
#include "results/bug.hpp"

namespace wgcts::harness {

/// What the device makes of a kernel run.
using Attempt = std::function<RunOutcome(const KernelRun&)>;

/// The name that stands after other values were tried in the failing_run's program, which shows the bug: the
/// one given, where its model gives every wrong result and no right one against it; else the plainest that
/// does; else "unknown". A name without a model stands unasked, and so does any where there is no program
/// that takes values. Right results do not count against a name where the bug is told to hang on values, or
/// where no result of that work-group was wrong before.
CauseWord verified_fault(const CauseWord& what, const Where& where, const FailingRun& shown,
                         const Attempt& attempt, const DeviceFacts& device, const TimeLeft& time_left);

}  // namespace wgcts::harness

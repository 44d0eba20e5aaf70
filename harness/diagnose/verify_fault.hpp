// Verifies the name of a bug: on other input values, the named fault must give the device's results too.
#pragma once

#include <functional>

#include "harness/diagnose/failing_run.hpp"
#include "harness/diagnose/oracle.hpp"
#include "results/bug.hpp"

namespace wgcts::harness {

/// Runs a kernel on the device.
using Attempt = std::function<RunOutcome(const KernelRun&)>;

/// Runs the program with other input values. Returns `what` if its model explains every wrong result and
/// contradicts no right one; otherwise the simplest name that does; otherwise "unknown". Returns `what`
/// unchanged if it has no model or the program reads no input. Right results are ignored if the conditions
/// include input values, or if the work-group was right at first.
CauseWord verified_fault(const CauseWord& what, const Where& where, const FailingRun& shown,
                         const Attempt& attempt, const DeviceFacts& device, const TimeLeft& time_left);

}  // namespace wgcts::harness

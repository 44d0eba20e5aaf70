// A work-group that shows a bug, lane by lane.
#pragma once

#include "harness/diagnose/minimal.hpp"

namespace wgcts::harness {

/// The first work-group with a wrong lane, or the first one if there are no results. For runs of calls. The
/// name is not set.
MinimalCase lane_table_of(const FailingRun& failing_run);

/// The wrong lanes of a case's failure, if no small kernel shows the bug. The name is not set.
MinimalCase lane_table_of(const IsolatedRun& run);

/// The legal results of an element: "non-zero", "3 to 4", "anything".
Value text_of(const Expected& expected, Type type);

}  // namespace wgcts::harness

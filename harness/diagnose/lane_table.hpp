// A work-group that shows a bug, lane by lane.
#pragma once

#include "harness/diagnose/minimal.hpp"

namespace wgcts::harness {

/// Of a failing_run that is made of calls: the first work-group of it with a wrong lane; the first of all
/// where nothing came back. The name is not set.
MinimalCase lane_table_of(const FailingRun& failing_run);

/// The wrong lanes that a case's failure keeps, where no literal kernel shows it. The name is not set.
MinimalCase lane_table_of(const IsolatedRun& run);

/// What an element may be, on paper: "non-zero", "3 to 4", "anything".
Value text_of(const Expected& expected, Type type);

}  // namespace wgcts::harness

// The simplest values that still show a bug: all alike, counted through, or as few as will do beside zeros.
#pragma once

#include "harness/diagnose/simplify.hpp"
#include "harness/program/literal_case.hpp"

namespace wgcts::harness {

/// Asks `shows` only of data whose results the specification settles: no NaN for min and max, no overflow of
/// signed sums, no floating-point sums that leave the finite. Gives `start` where nothing simpler shows it,
/// or where it must keep its values.
LiteralCase with_simple_values(const LiteralCase& start, const Shows<LiteralCase>& shows,
                               const TimeLeft& time_left);

/// The same with 1, 2, 3 and so on in every work-group: for what does not depend on its data.
LiteralCase counted(const LiteralCase& literal);

/// With fewer work-groups, by halves from the end.
LiteralCase with_few_groups(const LiteralCase& start, const Shows<LiteralCase>& shows,
                            const TimeLeft& time_left);

}  // namespace wgcts::harness

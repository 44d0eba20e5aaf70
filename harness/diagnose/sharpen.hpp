// Where exactly a bug begins: the sizes that a diagnosis names, as a few more launches tell them.
#pragma once

#include "harness/diagnose/simplify.hpp"

namespace wgcts::harness {

/// The conditions with the numbers of "size>N" and "size<N" moved to where `shows` changes its mind, in cases
/// that are otherwise like `showing`, which shows the bug. A number stays where it cannot be asked for, where
/// the answers contradict it, and where there is no time. Sizes between two cases that ran are parted by the
/// roundest number that parts them: it is a guess until then.
Where sharpened(Where where, const Question& showing, const Shows<Question>& shows,
                const TimeLeft& time_left);

}  // namespace wgcts::harness

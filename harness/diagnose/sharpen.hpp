// Where exactly a bug begins: of size 8 that passes and size 64 that fails a diagnosis knows no more than
// that they part; a few more launches, each halving what is open, find the number.
#pragma once

#include <optional>

#include "harness/diagnose/simplify.hpp"
#include "results/bug.hpp"

namespace wgcts::harness {

/// A local size of so many work-items, with rows and planes where `shape` has them; nothing where there is
/// none.
std::optional<Extents> of_size(const Extents& shape, std::size_t n);

/// The conditions with the numbers of "size>N", "extent.y<N" and the like moved to where `shows` changes its
/// mind, in cases that are otherwise like `showing`, which shows the bug; where it shows in one row as well,
/// in launches of one row, which have every size. A case of which `may_show` says that the bug cannot be seen
/// in it is not asked for. A number stays where the device takes no such size, where the answers contradict
/// it or leave room for it, and where there is no time. Sizes between two cases that ran are parted by the
/// roundest number that parts them: it is a guess until then.
Where sharpened(Where where, const Question& showing, const Shows<Question>& shows,
                const Shows<Question>& may_show, const TimeLeft& time_left, const DeviceFacts& device);

}  // namespace wgcts::harness

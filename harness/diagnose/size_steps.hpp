// Local sizes at which it shows whether a condition on sizes is true: those beside its numbers.
#pragma once

#include <span>
#include <vector>

#include "reference/geometry.hpp"
#include "results/predicate.hpp"

namespace wgcts::harness {

/// Whether a bug of that `where` may be seen at that local size. A list of sizes names those that ran, and
/// keeps no other out.
bool stands_at(const Extents& size, const Where& where);

/// Local sizes shaped like `own`, of at most so many work-items, near these numbers and near its own, the smallest
/// first.
std::vector<Extents> sizes_near(const Extents& own, std::span<const std::size_t> numbers, std::size_t most);

/// Local sizes beside `own` of a launch of `dim` dimensions, across what the condition says, and on its other
/// side; none where it is not about sizes. Some may be larger than a device takes.
std::vector<Extents> steps_over(const Predicate& condition, const Extents& own, unsigned dim);

}  // namespace wgcts::harness

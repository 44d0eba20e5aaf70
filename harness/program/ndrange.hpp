// From a case's local size to the NDRange of its launch.
#pragma once

#include <vector>

#include "reference/geometry.hpp"
#include "suites/case.hpp"

namespace wgcts::harness {

/// The local size of `dim` dimensions with the most work-items within the limits. Among equals, extents that
/// are close to each other but different.
Extents largest_local_size(unsigned dim, std::size_t max_volume, const Extents& max_extents);

/// An NDRange of at most `groups` work-groups, and more than `groups` - 6, several in each dimension if
/// possible, with the variant's offset and remainder.
NDRange ndrange(unsigned dim, const Extents& local, const Variant& variant, std::size_t groups);

/// A smaller launch of the same kernel: one or two work-groups of the same size, or of half the size in each
/// dimension, without offset. It never has more work-items.
NDRange smaller_range(const NDRange& range, bool half);

/// An NDRange with its work-groups and their lanes.
struct Grid {
  explicit Grid(const NDRange& r) : range(r), groups(volume(group_counts(r))) {}
  NDRange range;
  std::size_t groups;
  // Work-groups and lanes are computed again at each call, since together they take more memory than the
  // data.
  WorkGroup group(std::size_t linear) const { return work_group(range, linear); }
  /// The global linear ids of the work-group's lanes.
  std::vector<std::size_t> lanes(std::size_t linear) const { return lanes_of(range, group(linear)); }
  std::size_t items() const { return volume(range.global); }
};

}  // namespace wgcts::harness

// From a case's local size to the NDRange that is launched.
#pragma once

#include "reference/geometry.hpp"
#include "suites/case.hpp"

namespace wgcts {

/// The local size of `dim` dimensions with the most work-items, within the limits; among those the one whose
/// extents are nearest to each other yet differ where they can.
Extents largest_local_size(unsigned dim, std::size_t max_volume, const Extents& max_extents);

/// An NDRange of at most `groups` work-groups, and more than `groups` - 6, several in each dimension unless
/// `groups` is too small for that; offset and remainder as the variant asks.
NDRange ndrange(unsigned dim, const Extents& local, Variant variant, std::size_t groups);

}  // namespace wgcts

// Work-groups of an NDRange and the linear ids of their work-items.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "layers.hpp"

namespace wgcts::reference {

/// One number for each of x, y and z. Missing dimensions are 1 (0 for ids and offsets).
using Extents = std::array<std::size_t, 3>;

/// The number of work-items, limited to the largest size_t: 65536x65536 does not fit into 32 bits.
constexpr std::size_t volume(const Extents& e) {
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  std::size_t product = 1;
  for (const std::size_t extent : e) {
    if (extent == 0) return 0;
    product = product > most / extent ? most : product * extent;
  }
  return product;
}

/// Whether the number of work-items is from 1 to `most`.
constexpr bool is_within(const Extents& e, std::size_t most) { return volume(e) != 0 && volume(e) <= most; }

/// z*Ly*Lx + y*Lx + x (WGC.ID.1 for a work-group's real size, WGC.ID.2 for the global size).
constexpr std::size_t linear_id(const Extents& id, const Extents& size) {
  return (id[2] * size[1] + id[1]) * size[0] + id[0];
}

/// The inverse of linear_id.
constexpr Extents unlinear(std::size_t linear, const Extents& size) {
  return {linear % size[0], linear / size[0] % size[1], linear / size[0] / size[1]};
}

/// The parameters of clEnqueueNDRangeKernel.
struct NDRange {
  unsigned dim = 1;
  Extents local{1, 1, 1};
  Extents global{1, 1, 1};
  Extents offset{0, 0, 0};
};

/// The number of work-groups in each dimension. The last one may be a smaller remainder group.
constexpr Extents group_counts(const NDRange& range) {
  Extents counts{};
  for (std::size_t d = 0; d < 3; ++d) counts[d] = (range.global[d] + range.local[d] - 1) / range.local[d];
  return counts;
}

constexpr bool has_remainder(const NDRange& range) {
  for (std::size_t d = 0; d < 3; ++d)
    if (range.global[d] % range.local[d] != 0) return true;
  return false;
}

struct WorkGroup {
  Extents id{};      ///< get_group_id
  Extents origin{};  ///< global id of its first work-item, offset subtracted
  Extents size{};    ///< get_local_size: smaller than the enqueued one in a remainder group
};

constexpr WorkGroup work_group(const NDRange& range, std::size_t linear) {
  WorkGroup group;
  group.id = unlinear(linear, group_counts(range));
  for (std::size_t d = 0; d < 3; ++d) {
    group.origin[d] = group.id[d] * range.local[d];
    const std::size_t left = range.global[d] - group.origin[d];
    group.size[d] = left < range.local[d] ? left : range.local[d];
  }
  return group;
}

/// The global linear id of each lane of a work-group, by local linear id. It increases (WGC.ID.3).
inline std::vector<std::size_t> lanes_of(const NDRange& range, const WorkGroup& group) {
  std::vector<std::size_t> lanes;
  lanes.reserve(volume(group.size));
  for (std::size_t z = 0; z < group.size[2]; ++z)
    for (std::size_t y = 0; y < group.size[1]; ++y)
      for (std::size_t x = 0; x < group.size[0]; ++x)
        lanes.push_back(
            linear_id({group.origin[0] + x, group.origin[1] + y, group.origin[2] + z}, range.global));
  return lanes;
}

/// "4x3x5", with as many numbers as dimensions.
inline std::string to_string(const Extents& extents, unsigned dim) {
  std::string text = std::to_string(extents[0]);
  for (unsigned d = 1; d < dim; ++d) text += "x" + std::to_string(extents[d]);
  return text;
}

}  // namespace wgcts::reference

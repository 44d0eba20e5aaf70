#include "reference/geometry.hpp"

namespace wgcts::reference {

std::vector<std::size_t> lanes_of(const NDRange& range, const WorkGroup& group) {
  std::vector<std::size_t> lanes;
  lanes.reserve(volume(group.size));
  for (std::size_t z = 0; z < group.size[2]; ++z)
    for (std::size_t y = 0; y < group.size[1]; ++y)
      for (std::size_t x = 0; x < group.size[0]; ++x)
        lanes.push_back(
            linear_id({group.origin[0] + x, group.origin[1] + y, group.origin[2] + z}, range.global));
  return lanes;
}

std::string to_string(const Extents& extents, unsigned dim) {
  std::string text = std::to_string(extents[0]);
  for (unsigned d = 1; d < dim; ++d) text += "x" + std::to_string(extents[d]);
  return text;
}

}  // namespace wgcts::reference

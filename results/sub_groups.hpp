// How a device puts the work-items of a work-group into sub-groups, which the specification leaves open.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "reference/geometry.hpp"

namespace wgcts::results {

/// Sub-groups of consecutive work-items, by increasing linear id.
struct SubGroupLayout {
  /// Work-items of a full sub-group. If the device puts each row into one sub-group, the width of the longest
  /// row.
  std::size_t width = 1;
  /// Whether a sub-group ends at the end of its row. Otherwise it continues in the next row.
  bool by_row = false;
  bool operator==(const SubGroupLayout&) const = default;
};

/// A work-item's get_sub_group_id() and get_sub_group_local_id().
struct SubGroupItem {
  std::size_t sub_group = 0, item = 0;
  bool operator==(const SubGroupItem&) const = default;
};

/// A work-group, and all its work-items by increasing linear id.
struct ObservedSubGroups {
  Extents size{};
  std::vector<SubGroupItem> items;
};

/// The layout that all these work-groups have. Empty if there is none.
std::optional<SubGroupLayout> layout_of(std::span<const ObservedSubGroups> observed);

struct SubGroups {
  std::size_t count = 1;
  std::size_t first = 1;  ///< work-items in the first sub-group
  bool equal = true;      ///< all sub-groups have equally many
};
SubGroups sub_groups_of(const SubGroupLayout& layout, const Extents& size);

}  // namespace wgcts::results

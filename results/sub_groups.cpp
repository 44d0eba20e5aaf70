#include "results/sub_groups.hpp"

#include <algorithm>

namespace wgcts::results {
namespace {

/// Work-items in a row that is filled by sub-groups. Without rows, the whole work-group is one row.
std::size_t row_of(const SubGroupLayout& layout, const Extents& size) {
  return layout.by_row ? size[0] : volume(size);
}

bool has_layout(const ObservedSubGroups& observed, const SubGroupLayout& layout) {
  const std::size_t row = row_of(layout, observed.size);
  const std::size_t in_row = (row + layout.width - 1) / layout.width;
  for (std::size_t i = 0; i < observed.items.size(); ++i) {
    const std::size_t place = i % row;
    if (observed.items[i] != SubGroupItem{i / row * in_row + place / layout.width, place % layout.width})
      return false;
  }
  return true;
}

}  // namespace

std::optional<SubGroupLayout> layout_of(std::span<const ObservedSubGroups> observed) {
  std::size_t width = 1;
  for (const ObservedSubGroups& group : observed)
    for (const SubGroupItem& item : group.items) width = std::max(width, item.item + 1);
  for (const bool by_row : {false, true}) {
    const SubGroupLayout layout{width, by_row};
    if (std::ranges::all_of(observed, [&](const auto& group) { return has_layout(group, layout); }))
      return layout;
  }
  return std::nullopt;
}

SubGroups sub_groups_of(const SubGroupLayout& layout, const Extents& size) {
  const std::size_t row = row_of(layout, size);
  const std::size_t first = std::min(layout.width, row);
  return {volume(size) / row * ((row + first - 1) / first), first, row % first == 0};
}

}  // namespace wgcts::results

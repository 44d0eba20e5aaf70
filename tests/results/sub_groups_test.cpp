#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "results/device_facts.hpp"

namespace wgcts::results {
namespace {

/// A work-group on a device that starts a new sub-group after `width` work-items, and after each row if
/// `by_row`.
ObservedSubGroups group_of(const Extents& size, std::size_t width, bool by_row) {
  ObservedSubGroups group{.size = size, .items = {}};
  SubGroupItem next;
  for (std::size_t i = 0; i < volume(size); ++i) {
    if (i != 0 && (next.item == width || (by_row && i % size[0] == 0))) next = {next.sub_group + 1, 0};
    group.items.push_back(next);
    ++next.item;
  }
  return group;
}

TEST(SubGroups, ALayoutIsFoundInWhatItGives) {
  for (const std::size_t width : {2U, 4U, 16U, 64U})
    for (const bool by_row : {false, true}) {
      const SubGroupLayout layout{width, by_row};
      const ObservedSubGroups observed[] = {group_of({64, 1, 1}, width, by_row),
                                            group_of({5, 3, 2}, width, by_row)};
      EXPECT_EQ(layout_of(observed), layout) << width << (by_row ? " by row" : "");
    }
}

TEST(SubGroups, OneWorkItemEachIsNoRow) {
  const ObservedSubGroups observed[] = {group_of({64, 1, 1}, 1, true), group_of({5, 3, 2}, 1, true)};
  EXPECT_EQ(layout_of(observed), (SubGroupLayout{1, false}));
}

TEST(SubGroups, AnotherOrderIsNoLayout) {
  ObservedSubGroups turned = group_of({5, 3, 2}, 4, false);
  std::swap(turned.items[0], turned.items[1]);
  EXPECT_EQ(layout_of(std::vector{group_of({64, 1, 1}, 4, false), turned}), std::nullopt);
}

TEST(SubGroups, AreCountedAsTheyAreObserved) {
  for (const std::size_t width : {1U, 4U, 8U, 16U})
    for (const bool by_row : {false, true})
      for (const Extents& size : {Extents{1, 3, 1}, Extents{5, 3, 2}, Extents{8, 2, 2}, Extents{40, 1, 1}}) {
        const ObservedSubGroups group = group_of(size, width, by_row);
        std::vector<std::size_t> sizes;
        for (const SubGroupItem& item : group.items) {
          if (item.item == 0) sizes.push_back(0);
          ++sizes.back();
        }
        const SubGroups counted = sub_groups_of({width, by_row}, size);
        EXPECT_EQ(counted.count, sizes.size());
        EXPECT_EQ(counted.first, sizes.front());
        EXPECT_EQ(counted.equal, std::set(sizes.begin(), sizes.end()).size() == 1);
      }
}

}  // namespace
}  // namespace wgcts::results

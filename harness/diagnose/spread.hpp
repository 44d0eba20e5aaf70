// A few of many work-groups, from everywhere among them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "layers.hpp"

namespace wgcts::harness {

/// About `most` of the work-groups, spread over them, the last included; of the smaller ones at an NDRange's
/// end, for which `is_smaller` holds, as many as of all others, for they are few. Those come first.
template <class Group, class IsSmaller>
std::vector<Group> spread_over(std::vector<Group> all, std::size_t most, IsSmaller is_smaller) {
  std::vector<Group> some;
  const auto usual = std::stable_partition(all.begin(), all.end(), is_smaller);
  for (const auto part : {std::span(all.begin(), usual), std::span(usual, all.end())}) {
    const std::size_t step = std::max<std::size_t>(1, part.size() / most);
    for (std::size_t i = 0; i < part.size(); i += step) some.push_back(part[i]);
    if (!part.empty() && some.back() != part.back()) some.push_back(part.back());
  }
  return some;
}

}  // namespace wgcts::harness

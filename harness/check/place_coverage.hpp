// Where in whole programs the collectives stand.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "suites/case.hpp"
#include "suites/programs/place.hpp"

namespace wgcts::harness {

/// A place, and for each family how many programs have it there and would show its wrong answers.
struct PlaceCovered {
  const PlaceInfo* place;
  std::array<std::size_t, family_count> programs{};
};

/// The names of the families, in the order of PlaceCovered::programs.
inline constexpr std::array<std::string_view, family_count> family_names{
    "all", "any", "broadcast", "reduce", "scan_inclusive", "scan_exclusive"};

/// Every place, in the table's order, counted over the whole programs among the cases. A program counts once,
/// whatever its variants.
std::vector<PlaceCovered> places_covered(const std::vector<Case>& cases);

}  // namespace wgcts::harness

// The places of collectives in programs.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "suites/case.hpp"
#include "suites/programs/place.hpp"

namespace wgcts::harness {

/// A place. For each family: the number of programs that have it there and would show its wrong results.
struct PlaceCovered {
  const PlaceInfo* place;
  std::array<std::size_t, family_count> programs{};
};

/// The names of the families, in the order of PlaceCovered::programs.
inline constexpr std::array<std::string_view, family_count> family_names{
    "all", "any", "broadcast", "reduce", "scan_inclusive", "scan_exclusive"};

/// Every place, in the order of `places`, counted over the programs among the cases. Variants of a program
/// count once.
std::vector<PlaceCovered> places_covered(const std::vector<Case>& cases);

}  // namespace wgcts::harness

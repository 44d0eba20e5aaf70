// Conditions: predicates on places, and sets of places.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/replay/place.hpp"
#include "results/bug.hpp"

namespace wgcts::harness {

/// Whether the predicate holds at the place. A predicate on work-groups holds for a case without results.
bool holds(const Predicate& predicate, const Place& place);
bool holds(const Where& where, const Place& place);

/// All conditions that hold at every wrong place but not at every correct one.
Where conditions_for(const Places& wrong, const Places& right);

/// The description length of a condition. If two separate equally well, the shorter one is reported.
double bits_to_state(const Predicate& predicate);

/// log2 of the binomial coefficient (n choose k).
double bits_of_set(double k, double n);

/// The build option of a variant as a name of Feature::Option: "-cl-std=CL2.0", "default".
std::string option_of(const Variant& variant);
/// The row of variants that adds the option; nullptr if there is none.
const Variant* variant_with_option(std::string_view option);

/// The name of a row of variants in Feature::Variant; "plain" for the row without a name.
std::string_view name_of(const Variant& row);
/// The row of that name; nullptr if there is none.
const Variant* variant_of_name(std::string_view name);
/// The most likely threshold from `least` to `most`: the largest power of two, else a multiple of the largest
/// power of two, else `most`.
std::size_t preferred_threshold(std::size_t least, std::size_t most);

/// A set of places, one bit each.
using PlaceSet = std::vector<std::uint64_t>;

constexpr std::size_t words_for(std::size_t places) { return (places + 63) / 64; }

inline PlaceSet those_of(const Places& places, auto condition) {
  PlaceSet bits(words_for(places.size()));
  for (std::size_t i = 0; i < places.size(); ++i)
    if (condition(*places[i])) bits[i / 64] |= std::uint64_t{1} << (i % 64);
  return bits;
}

inline std::size_t count_of(const PlaceSet& bits) {
  std::size_t n = 0;
  for (const std::uint64_t word : bits) n += static_cast<std::size_t>(std::popcount(word));
  return n;
}

inline bool has_place(const PlaceSet& bits, std::size_t place) {
  return (bits[place / 64] >> place % 64 & 1) != 0;
}

/// The first of `count` places that is not in the set; none if all are.
inline std::optional<std::size_t> first_outside(const PlaceSet& bits, std::size_t count) {
  for (std::size_t place = 0; place < count; ++place)
    if (!has_place(bits, place)) return place;
  return std::nullopt;
}

inline PlaceSet both(PlaceSet a, const PlaceSet& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] |= b[i];
  return a;
}

}  // namespace wgcts::harness

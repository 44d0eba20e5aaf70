// Sets of places of a list.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/replay/place.hpp"

namespace wgcts::harness {

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

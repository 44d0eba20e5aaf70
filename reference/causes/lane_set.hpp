// Sets of lanes that a bug may strike: the tail after a multiple of a width, all rows but the first.
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>
#include <vector>

#include "reference/geometry.hpp"

namespace wgcts::reference {

struct LaneSet {
  enum class Kind : std::uint8_t {
    None,
    First,
    Last,
    AllButFirst,
    Lane,              ///< lane n
    Middle,            ///< the lane at half the size
    From,              ///< lane n and beyond
    Below,             ///< lanes before n
    LastN,             ///< the last n
    FromEnd,           ///< the lane n before the end: 1 is the last
    FromEndOrFirst,    ///< the same, or lane 0 if there are fewer lanes
    Tail,              ///< from the last multiple of n on; all lanes if fewer than n
    BeyondPowerOfTwo,  ///< from the largest power of two on
    LastOfEach,        ///< the last of each n lanes, except the work-group's last
    FirstOfEach,       ///< the first of each n lanes, except lane 0
    Rows,              ///< y other than 0
    BehindFirstRow,    ///< y or z other than 0
    Planes,            ///< z other than 0
    Odd,
    Even,
    RowEnds  ///< the last of each row
  };
  Kind kind = Kind::None;
  std::int64_t n = 0;
  auto operator<=>(const LaneSet&) const = default;
};

/// Which lanes of a work-group of that size are in the set, by local linear id.
std::vector<char> members_of(const LaneSet& set, const Extents& size);

/// The complexity of a set: 0 for an end of the work-group, or all but the first; 1 for a shape; 2 with a
/// number.
int oddness(const LaneSet& set);

struct LaneSetName {
  std::string_view name;    ///< "tail" or "all_but_first"
  std::string_view number;  ///< name of its number: "W", "n", or empty
  std::string_view phrase;  ///< {} stands for the number
  bool from_end = false;    ///< the number is reported with a minus sign
};
LaneSetName name_of(LaneSet::Kind kind);

}  // namespace wgcts::reference

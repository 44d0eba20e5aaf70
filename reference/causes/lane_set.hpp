// Sets of a work-group's lanes, as bugs pick them: the tail beyond a multiple of a width, all rows but the
// first.
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
    FromEndOrFirst,    ///< the same, and the first where there are fewer
    Tail,              ///< from the last multiple of n on: all of a work-group smaller than n
    BeyondPowerOfTwo,  ///< beyond the largest power of two
    LastOfEach,        ///< of each n lanes the last, where others come behind
    FirstOfEach,       ///< of each n lanes but the first n, the first
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

/// How far-fetched a set is: 0 for one end of a work-group or all but that, 1 for a shape, 2 with a number.
int oddness(const LaneSet& set);

struct LaneSetName {
  std::string_view name;    ///< "tail" or "all_but_first"
  std::string_view number;  ///< how its number is called: "W", "n", or nothing where it has none
  std::string_view phrase;  ///< {} stands for the number
  bool from_end = false;    ///< the number is reported with a minus sign
};
LaneSetName name_of(LaneSet::Kind kind);

}  // namespace wgcts::reference

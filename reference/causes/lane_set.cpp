#include "reference/causes/lane_set.hpp"

#include <bit>
#include <string_view>

namespace wgcts::reference {
namespace {

using Kind = LaneSet::Kind;

struct KindInfo {
  Kind kind;
  LaneSetName name;
};

constexpr std::array<KindInfo, 20> kinds{{
    {Kind::None, {"none", ""}},
    {Kind::First, {"first", ""}},
    {Kind::Last, {"last", ""}},
    {Kind::AllButFirst, {"all_but_first", ""}},
    {Kind::Lane, {"lane", "n"}},
    {Kind::Middle, {"middle", ""}},
    {Kind::From, {"from", "n"}},
    {Kind::Below, {"below", "n"}},
    {Kind::LastN, {"last", "n"}},
    {Kind::FromEnd, {"lane", "n"}},
    {Kind::FromEndOrFirst, {"lane", "n"}},
    {Kind::Tail, {"tail", "W"}},
    {Kind::BeyondPowerOfTwo, {"tail_power2", ""}},
    {Kind::LastOfEach, {"last_of_each", "W"}},
    {Kind::FirstOfEach, {"first_of_each", "W"}},
    {Kind::Rows, {"rows", ""}},
    {Kind::Planes, {"planes", ""}},
    {Kind::Odd, {"odd", ""}},
    {Kind::Even, {"even", ""}},
    {Kind::RowEnds, {"row_ends", ""}},
}};

bool holds(const LaneSet& set, std::size_t lane, std::size_t lanes, const Extents& size) {
  const auto n = static_cast<std::size_t>(set.n);
  switch (set.kind) {
    case Kind::None:
      return false;
    case Kind::First:
      return lane == 0;
    case Kind::Last:
      return lane + 1 == lanes;
    case Kind::AllButFirst:
      return lane != 0;
    case Kind::Lane:
      return lane == n;
    case Kind::Middle:
      return lane == lanes / 2;
    case Kind::From:
      return lane >= n;
    case Kind::Below:
      return lane < n;
    case Kind::LastN:
      return lane + n >= lanes;
    case Kind::FromEnd:
      return lane + n == lanes;
    case Kind::FromEndOrFirst:
      return lanes < n ? lane == 0 : lane + n == lanes;
    case Kind::Tail:
      return lane >= lanes / n * n;
    case Kind::BeyondPowerOfTwo:
      return lane >= std::bit_floor(lanes);
    case Kind::LastOfEach:
      return lane % n == n - 1 && lane + 1 < lanes;
    case Kind::FirstOfEach:
      return lane >= n && lane % n == 0;
    case Kind::Rows:
      return lane / size[0] % size[1] != 0;
    case Kind::Planes:
      return lane / size[0] / size[1] != 0;
    case Kind::Odd:
      return lane % 2 != 0;
    case Kind::Even:
      return lane % 2 == 0;
    case Kind::RowEnds:
      return lane % size[0] + 1 == size[0];
  }
  __builtin_unreachable();
}

}  // namespace

std::vector<char> members_of(const LaneSet& set, const Extents& size) {
  std::vector<char> in(volume(size));
  for (std::size_t lane = 0; lane < in.size(); ++lane)
    in[lane] = static_cast<char>(holds(set, lane, in.size(), size));
  return in;
}

int oddness(const LaneSet& set) {
  if (set.kind <= Kind::AllButFirst) return 0;
  return name_of(set.kind).number.empty() ? 1 : 2;
}

bool has_width(const LaneSet& set) {
  const LaneSetName name = name_of(set.kind);
  return !name.number.empty() && name.name != "lane";
}

LaneSetName name_of(LaneSet::Kind kind) { return kinds[static_cast<std::size_t>(kind)].name; }

}  // namespace wgcts::reference

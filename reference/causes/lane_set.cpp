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
    {Kind::None, {"none", "", "no lane"}},
    {Kind::First, {"first", "", "the first lane"}},
    {Kind::Last, {"last", "", "the last lane"}},
    {Kind::AllButFirst, {"all_but_first", "", "all lanes but the first"}},
    {Kind::Lane, {"lane", "n", "lane {}"}},
    {Kind::Middle, {"middle", "", "the middle lane"}},
    {Kind::From, {"from", "n", "the lanes from {} on"}},
    {Kind::Below, {"below", "n", "the lanes before {}"}},
    {Kind::LastN, {"last", "n", "the last {} lanes"}},
    {Kind::FromEnd, {"lane", "n", "lane {} from the end", true}},
    {Kind::FromEndOrFirst, {"lane", "n", "lane {} from the end", true}},
    {Kind::Tail, {"tail", "W", "the lanes behind the last full {}"}},
    {Kind::BeyondPowerOfTwo, {"tail_power2", "", "the lanes beyond the largest power of two"}},
    {Kind::LastOfEach, {"last_of_each", "W", "the last of each {} lanes"}},
    {Kind::FirstOfEach, {"first_of_each", "W", "the first of each {} lanes but the first {}"}},
    {Kind::Rows, {"rows", "", "the rows behind the first"}},
    {Kind::Planes, {"planes", "", "the planes behind the first"}},
    {Kind::Odd, {"odd", "", "the lanes of odd number"}},
    {Kind::Even, {"even", "", "the lanes of even number"}},
    {Kind::RowEnds, {"row_ends", "", "the last lane of each row"}},
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

#include "reference/causes/lane_set.hpp"

#include <array>
#include <bit>

namespace wgcts::reference {
namespace {

using Kind = LaneSet::Kind;

/// A lane of a work-group, and the set's number.
struct Place {
  std::size_t lane, lanes, n;
  const Extents& size;
};

struct KindInfo {
  Kind kind;
  LaneSetName name;
  bool (*holds)(const Place&);
};

constexpr std::array<KindInfo, 21> kinds{{
    {Kind::None, {"none", "", "no lane"}, [](const Place&) { return false; }},
    {Kind::First, {"first", "", "the first lane"}, [](const Place& p) { return p.lane == 0; }},
    {Kind::Last, {"last", "", "the last lane"}, [](const Place& p) { return p.lane + 1 == p.lanes; }},
    {Kind::AllButFirst,
     {"all_but_first", "", "all lanes except the first"},
     [](const Place& p) { return p.lane != 0; }},
    {Kind::Lane, {"lane", "n", "lane {}"}, [](const Place& p) { return p.lane == p.n; }},
    {Kind::Middle, {"middle", "", "the middle lane"}, [](const Place& p) { return p.lane == p.lanes / 2; }},
    {Kind::From, {"from", "n", "the lanes from {} on"}, [](const Place& p) { return p.lane >= p.n; }},
    {Kind::Below, {"below", "n", "the lanes before {}"}, [](const Place& p) { return p.lane < p.n; }},
    {Kind::LastN, {"last", "n", "the last {} lanes"}, [](const Place& p) { return p.lane + p.n >= p.lanes; }},
    {Kind::FromEnd,
     {"lane", "n", "lane {} from the end", true},
     [](const Place& p) { return p.lane + p.n == p.lanes; }},
    {Kind::FromEndOrFirst,
     {"lane", "n", "lane {} from the end", true},
     [](const Place& p) { return p.lanes < p.n ? p.lane == 0 : p.lane + p.n == p.lanes; }},
    {Kind::Tail,
     {"tail", "W", "the lanes after the last multiple of {}"},
     [](const Place& p) { return p.lane >= p.lanes / p.n * p.n; }},
    {Kind::BeyondPowerOfTwo,
     {"tail_power2", "", "the lanes from the largest power of two on"},
     [](const Place& p) { return p.lane >= std::bit_floor(p.lanes); }},
    {Kind::LastOfEach,
     {"last_of_each", "W", "the last of each {} lanes"},
     [](const Place& p) { return p.lane % p.n == p.n - 1 && p.lane + 1 < p.lanes; }},
    {Kind::FirstOfEach,
     {"first_of_each", "W", "the first of each {} lanes, except the first {}"},
     [](const Place& p) { return p.lane >= p.n && p.lane % p.n == 0; }},
    {Kind::Rows,
     {"rows", "", "the rows after the first"},
     [](const Place& p) { return p.lane / p.size[0] % p.size[1] != 0; }},
    {Kind::BehindFirstRow,
     {"rows", "", "the rows after the first"},
     [](const Place& p) { return p.lane >= p.size[0]; }},
    {Kind::Planes,
     {"planes", "", "the planes after the first"},
     [](const Place& p) { return p.lane / p.size[0] / p.size[1] != 0; }},
    {Kind::Odd, {"odd", "", "the lanes with odd numbers"}, [](const Place& p) { return p.lane % 2 != 0; }},
    {Kind::Even, {"even", "", "the lanes with even numbers"}, [](const Place& p) { return p.lane % 2 == 0; }},
    {Kind::RowEnds,
     {"row_ends", "", "the last lane of each row"},
     [](const Place& p) { return p.lane % p.size[0] + 1 == p.size[0]; }},
}};

const KindInfo& info(Kind kind) { return kinds[static_cast<std::size_t>(kind)]; }

}  // namespace

std::vector<char> members_of(const LaneSet& set, const Extents& size) {
  std::vector<char> in(volume(size));
  for (std::size_t lane = 0; lane < in.size(); ++lane)
    in[lane] =
        static_cast<char>(info(set.kind).holds({lane, in.size(), static_cast<std::size_t>(set.n), size}));
  return in;
}

int oddness(const LaneSet& set) {
  if (set.kind <= Kind::AllButFirst) return 0;
  return name_of(set.kind).number.empty() ? 1 : 2;
}

LaneSetName name_of(LaneSet::Kind kind) { return info(kind).name; }

}  // namespace wgcts::reference

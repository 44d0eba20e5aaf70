// The places of collectives in programs: the rows of the coverage table of drawn programs.
#pragma once

#include <array>
#include <bitset>
#include <string_view>

#include "reference/lists.hpp"
#include "reference/program/tree.hpp"

namespace wgcts::suites {

using namespace reference;

struct CallPlace {
  std::string_view name;
  bool same_for_all = false;  ///< only uniform values are legal there, so no scans
  bool is_use = false;        ///< the use of the result, not the position of the call
};

inline constexpr auto places = std::to_array<CallPlace>({
    {"assigned to a variable", false, true},
    {"stored to a buffer", false, true},
    {"result unused", false, true},
    {"condition of if", false, true},
    {"under if"},
    {"under else"},
    {"selector of switch", true, true},
    {"under switch"},
    {"condition of for", true, true},
    {"in for"},
    {"condition of while", true, true},
    {"in while"},
    {"condition of do-while", true, true},
    {"in do-while"},
    {"in nested loops"},
    {"after a break or continue"},
    {"after a return that only some work-groups execute"},
    {"after a divergent branch or loop"},
    {"after a barrier"},
    {"right of && or ||", false, true},
    {"in ?:", false, true},
    {"as argument of a function", false, true},
    {"as value of another collective", false, true},
    {"as id of a broadcast", true, true},
    {"as index of an array", false, true},
    {"returned by a function", false, true},
    {"in a function"},
    {"in a function called by a function"},
    {"in a kernel called by a kernel"},
});

/// The place of that name. Does not compile for an unknown name.
consteval const CallPlace* place(std::string_view name) {
  const CallPlace* row = find_row(places, name, &CallPlace::name);
  if (row == nullptr) throw "no such place";
  return row;
}

inline constexpr std::size_t family_count = 6;

using Places = std::bitset<places.size() * family_count>;

constexpr std::size_t bit_of(const CallPlace& place, Family family) {
  return static_cast<std::size_t>(&place - places.data()) * family_count + static_cast<std::size_t>(family);
}

/// Whether a legal program can have a collective of the family in the place.
constexpr bool can_stand(const CallPlace& place, Family family) {
  return !is_scan({family}) || !place.same_for_all;
}

Places places_of(const Program& program);

}  // namespace wgcts::suites

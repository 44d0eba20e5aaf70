// The places of collectives in programs: the rows of the coverage table of drawn programs.
#pragma once

#include <array>
#include <bitset>
#include <string_view>

#include "reference/program/tree.hpp"

namespace wgcts::suites {

using namespace reference;

enum class Place : std::uint8_t {
  Assigned,
  Stored,
  Unused,
  IfCondition,
  InIf,
  InElse,
  SwitchSelector,
  InSwitch,
  ForHeader,
  InFor,
  WhileCondition,
  InWhile,
  DoCondition,
  InDo,
  InNestedLoops,
  BehindJump,
  BehindReturn,
  BehindDivergence,
  BehindBarrier,
  RightOfLogical,
  InChoice,
  Argument,
  OfCollective,
  BroadcastId,
  Index,
  Returned,
  InHelper,
  InNestedHelper,
  InCalledKernel
};

struct PlaceInfo {
  Place place;
  std::string_view name;
  bool same_for_all;    ///< only uniform values are legal there, so no scans
  bool is_use = false;  ///< the use of the result, not the position of the call
};

inline constexpr std::array<PlaceInfo, 29> places{{
    {Place::Assigned, "assigned to a variable", false, true},
    {Place::Stored, "stored to a buffer", false, true},
    {Place::Unused, "result unused", false, true},
    {Place::IfCondition, "condition of if", false, true},
    {Place::InIf, "under if", false},
    {Place::InElse, "under else", false},
    {Place::SwitchSelector, "selector of switch", true, true},
    {Place::InSwitch, "under switch", false},
    {Place::ForHeader, "condition of for", true, true},
    {Place::InFor, "in for", false},
    {Place::WhileCondition, "condition of while", true, true},
    {Place::InWhile, "in while", false},
    {Place::DoCondition, "condition of do-while", true, true},
    {Place::InDo, "in do-while", false},
    {Place::InNestedLoops, "in nested loops", false},
    {Place::BehindJump, "after a break or continue", false},
    {Place::BehindReturn, "after a return that only some work-groups execute", false},
    {Place::BehindDivergence, "after a divergent branch or loop", false},
    {Place::BehindBarrier, "after a barrier", false},
    {Place::RightOfLogical, "right of && or ||", false, true},
    {Place::InChoice, "in ?:", false, true},
    {Place::Argument, "as argument of a function", false, true},
    {Place::OfCollective, "as value of another collective", false, true},
    {Place::BroadcastId, "as id of a broadcast", true, true},
    {Place::Index, "as index of an array", false, true},
    {Place::Returned, "returned by a function", false, true},
    {Place::InHelper, "in a function", false},
    {Place::InNestedHelper, "in a function called by a function", false},
    {Place::InCalledKernel, "in a kernel called by a kernel", false},
}};

inline constexpr std::size_t family_count = 6;

using Places = std::bitset<places.size() * family_count>;

constexpr std::size_t bit_of(Place place, Family family) {
  return static_cast<std::size_t>(place) * family_count + static_cast<std::size_t>(family);
}

/// Whether a legal program can have a collective of the family in the place.
constexpr bool can_stand(Place place, Family family) {
  return !is_scan({family}) || !places[static_cast<std::size_t>(place)].same_for_all;
}

Places places_of(const Program& program);

}  // namespace wgcts::suites

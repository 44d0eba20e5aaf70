// Whether two findings are one bug. A bug may show by several wrong models, each of which explains a part of
// its work-groups: told one by one they would be several bugs.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "harness/diagnose/program_replay.hpp"

namespace wgcts::harness {

/// A finding in the making, as others see it.
struct Part {
  CauseWord what;
  const Boundary* boundary = nullptr;
  std::set<Subject> subjects{};   ///< of its wrong work-groups
  std::set<std::size_t> cases{};  ///< that they are of
  std::vector<Place> places{};    ///< where they stand
};

/// Whether the part only follows from the other: kernels of a launch of which some work-groups never run see
/// another NDRange, and what they make of that is no bug of its own, nor does it speak against the name.
bool is_consequence(const Part& part, const Part& host);

/// Whether a condition says whose fault it is: of a builtin or a type.
bool says_whose(const CauseWord& word);

/// Whether the part is one of what goes wrong with many builtins under the same conditions, and nobody can
/// name: a name that fits but one of them under just those conditions fits by chance. Never so without
/// conditions.
bool is_of_many(const Part& part, const Part& host);

/// For each part the one that takes it in; itself for what stays a bug of its own. As few bugs as will do: a
/// model that happens to give what a few work-groups of a larger bug returned is no second bug.
std::vector<std::size_t> hosts_of(const std::vector<Part>& parts);

}  // namespace wgcts::harness

// Whether two findings are one bug. A bug may show by several wrong models, each of which explains a part of
// its work-groups: told one by one they would be several bugs.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "harness/diagnose/program_replay.hpp"
#include "results/bug.hpp"

namespace wgcts::harness {

/// A finding in the making, as others see it.
struct Part {
  CauseWord what;
  const Boundary* boundary = nullptr;
  std::set<Subject> subjects{};   ///< of its wrong work-groups
  std::set<std::size_t> cases{};  ///< that they are of
  std::vector<Place> places{};    ///< where they stand
};

/// Whether the part is a consequence of the host: what is wrong with whole launches takes in whatever shows in them;
/// anything else what stands in its conditions or cases with its builtins and types, if one of the two has no name,
/// both have the same one, or the part is much the smaller.
bool is_consequence(const Part& part, const Part& host);

/// Whether the host's name stands though the part contradicts it: kernels of a launch of which some work-groups never
/// run see another NDRange.
bool leaves_the_name(const Part& part, const Part& host);

/// For each part the one that takes it in; itself for what stays a bug of its own. As few bugs as will do: a
/// model that happens to give what a few work-groups of a larger bug returned is no second bug.
std::vector<std::size_t> hosts_of(const std::vector<Part>& parts);

}  // namespace wgcts::harness

// One work-group's input, chosen by name and seed alone: the same on every machine, whatever else runs.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "suites/data/data_class.hpp"

namespace wgcts::suites {

/// Which class a work-group holds, and as which of that class's work-groups.
template <class T>
struct Assignment {
  const DataClass<T>* data;
  std::size_t index;
  std::size_t count;
};

/// The work-groups that a builtin wants for a work-group size, in order. `walk` bounds those that walk over
/// lanes. A launch with more work-groups starts over with other random values.
template <class T>
std::vector<Assignment<T>> schedule(Collective collective, const FloatRules& rules, std::size_t lanes,
                                    std::size_t walk);

template <class T>
struct WorkGroupData {
  std::vector<T> x;    ///< by local linear id
  std::size_t source;  ///< the linear id that a broadcast names
};

/// The input of work-group `group` of `lanes` work-items.
template <class T>
WorkGroupData<T> make_data(Collective collective, const Assignment<T>& assignment, std::size_t lanes,
                           std::uint64_t seed, std::size_t group);

}  // namespace wgcts::suites

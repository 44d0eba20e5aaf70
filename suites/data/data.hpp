// The input of one work-group. It depends only on the class's name and the seed, so it is the same on every
// machine.
#pragma once

#include <cstdint>
#include <vector>

#include "suites/data/data_class.hpp"

namespace wgcts::suites {

/// The class of a work-group's data, and the index of the work-group in the class.
template <class T>
struct Assignment {
  const DataClass<T>* data;
  std::size_t index;
  std::size_t count;
};

/// The work-groups that a builtin needs for a work-group size, in order. `walk` limits those that walk over
/// lanes. A launch with more work-groups starts again with other random values.
template <class T>
std::vector<Assignment<T>> schedule(Collective collective, const FloatRules& rules, std::size_t lanes,
                                    std::size_t walk);

template <class T>
struct WorkGroupData {
  std::vector<T> x;    ///< by local linear id
  std::size_t source;  ///< the linear id of a broadcast's source
};

/// The input of work-group `group` with `lanes` work-items.
template <class T>
WorkGroupData<T> make_data(Collective collective, const Assignment<T>& assignment, std::size_t lanes,
                           std::uint64_t seed, std::size_t group);

}  // namespace wgcts::suites

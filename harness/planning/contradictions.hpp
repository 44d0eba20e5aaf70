// Where what a device says of itself cannot all be true.
#pragma once

#include <string_view>
#include <vector>

#include "results/device_facts.hpp"

namespace wgcts::harness {

/// Two answers of a device that a clause does not let stand beside each other.
struct Contradiction {
  std::string_view clause;
  Reason said;  ///< a query, and its answer beside the other one
};

/// The contradictions among the queries about collectives (WGC.AV.5, WGC.AV.8, WGC.AV.10). Devices before
/// OpenCL 3.0 have no such queries; a query that was answered with an error contradicts nothing.
std::vector<Contradiction> contradictions(const DeviceFacts& facts);

/// Whether the case's calls stand under the feature macro.
bool calls_under_macro(const Case& c);

/// Whether the case's verdict speaks for the device's queries too. A contradiction is one bug: the plainest
/// form tells of it, and of each other form the predicates alone.
bool speaks_for_queries(const Case& c);

/// Whether the case is the one by which a device that says it has no collectives shows that its compiler
/// agrees: under the feature macro there must be no call (WGC.AV.5).
bool speaks_for_absence(const Case& c, const DeviceFacts& facts);

}  // namespace wgcts::harness

// Where a device's answers about itself cannot all be true.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "results/device_facts.hpp"

namespace wgcts::harness {

/// An answer of a device that a clause does not allow: an error, or one that another answer contradicts.
struct Contradiction {
  std::string_view clause;
  Reason said;  ///< a query, and its answer beside the other one
};

/// The contradictions among the queries about collectives (WGC.AV.4, WGC.AV.5, WGC.AV.8 to WGC.AV.10), of a
/// device of OpenCL 3.0 or newer: older ones have no such queries. Lists of OpenCL C versions and features
/// are judged only where the device compiles OpenCL C.
std::vector<Contradiction> contradictions(const DeviceFacts& facts);

/// The failure of a case that speaks for the queries of a device that contradicts itself; nothing for others.
std::optional<Failure> queries_failure(const Case& c, const DeviceFacts& facts);

/// The failure of a case whose kernel does not answer a query that it has to answer. `said` is the refusal.
CaseResult refused_query(const Case& c, const std::string& said);

/// Whether the result is such a failure: another attempt would ask the same queries.
bool is_queries_failure(const CaseResult& result);

/// The result of a case that cannot be launched because the device lacks something: fail by
/// queries_failure(), else skip for that reason.
CaseResult without_launch(const Case& c, const DeviceFacts& facts, Reason lacking);

/// Whether the case's calls stand under the feature macro.
bool calls_under_macro(const Case& c);

/// Whether the case's verdict speaks for the device's queries too. A contradiction is one bug: all cases of
/// the plainest form report it, and of each other form the predicates alone.
bool speaks_for_queries(const Case& c);

/// Whether the case is the one by which a device that says it has no collectives, without contradicting
/// itself, shows that its compiler agrees: under the feature macro there must be no call (WGC.AV.5).
bool speaks_for_absence(const Case& c, const DeviceFacts& facts);

}  // namespace wgcts::harness

// The requirements of a case on a device, contradictions between a device's answers to queries, parts of a
// selection for several machines, and the amount of work of a run.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/device_facts.hpp"
#include "suites/case.hpp"

namespace wgcts::harness {

/// An answer that a clause does not allow: an error, or one that contradicts another answer.
struct Contradiction {
  std::string_view clause;
  Reason said;  ///< a query, with its answer and the contradicting one
};

/// The contradictions between the queries about collectives (WGC.AV.4, WGC.AV.5, WGC.AV.8 to WGC.AV.10), for
/// devices of OpenCL 3.0 or later. Lists of OpenCL C versions and features are judged only if the device
/// compiles OpenCL C.
std::vector<Contradiction> contradictions(const DeviceFacts& facts);

/// The failure of a case that reports the contradictions of its device. Nothing for other cases.
std::optional<Failure> queries_failure(const Case& c, const DeviceFacts& facts);

/// The result of a case that fails before its output can be judged.
CaseResult failed_without_output(const Case& c, Failure failure);

/// Whether the result is a queries_failure(). A retry is useless, because it would repeat the same queries.
bool is_queries_failure(const CaseResult& result);

/// The result of a case that the device cannot launch: fail by queries_failure(), else a skip with this
/// reason.
CaseResult without_launch(const Case& c, const DeviceFacts& facts, Reason lacking);

/// Whether the case's calls are inside #if of the feature macro.
bool calls_under_macro(const Case& c);

/// Whether the case also reports contradictions between queries. A contradiction is one bug, so only cases of
/// the simplest form report it, and the predicates of each other form.
bool reports_contradictions(const Case& c);

/// Whether the case checks a device which consistently reports no collectives. Its compiler must not define
/// the feature macro (WGC.AV.5) in OpenCL C 3.0, nor in 3.1 if the device lists it. Each profile has a few
/// such cases, from standard on also for 3.1. They call nothing.
bool checks_for_absence(const Case& c, const DeviceFacts& facts);

/// The query and answer that show that the device cannot run the case, or nothing. Limits of a built kernel
/// (CL_KERNEL_WORK_GROUP_SIZE) are checked elsewhere.
std::optional<Reason> missing(const Case& c, const DeviceFacts& facts);

/// The cases that the device can run.
std::vector<Case> able(std::vector<Case> cases, const DeviceFacts& facts);

/// Adds the error to the reason if the query failed, because an unknown value is not a limit of the device.
Reason with_error(const DeviceFacts& facts, Reason reason);

/// The feature macro of the collectives (WGC.AV.1).
inline constexpr std::string_view collectives_macro = "__opencl_c_work_group_collective_functions";

/// An imaginary OpenCL 3.0 device with all features, for commands that need no device.
DeviceFacts plain_device();

/// Part `number`, counted from 1, of `count` parts.
struct Shard {
  std::size_t number = 1, count = 1;
  bool whole() const { return count == 1; }
  bool operator==(const Shard&) const = default;
};

/// A larger number is a typing error.
inline constexpr std::size_t most_shards = 1'000'000;

/// "2/3".
std::string text_of(const Shard& shard);

/// Parses "2/3". Throws std::invalid_argument for anything else and for numbers out of range.
Shard parse_shard(std::string_view text);

/// The shard's cases, in the given order. The shards of a selection are disjoint, complete, and of similar
/// cost. Cases that share a launch stay together, and mostly also launches of a kernel and kernels of a
/// program. The result does not depend on a device, so all machines compute the same shards.
std::vector<Case> shard_of(const std::vector<Case>& cases, const Shard& shard);

struct Workload {
  std::size_t cases = 0;
  std::size_t checks = 0;  ///< work-groups that are judged or observed
  std::size_t programs = 0, kernels = 0, launches = 0;
};

/// The work of running the cases on such a device, if nothing fails or is retried.
Workload workload_of(const std::vector<Case>& cases, const DeviceFacts& device);

}  // namespace wgcts::harness

// Explains one case, with the functions that the runner uses.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/check/site_checker.hpp"
#include "results/case_result.hpp"

namespace wgcts::harness {

struct Explanation {
  Case the_case;
  DeviceFacts device;  ///< the device of the run, or an assumed one
  std::uint64_t seed = 0;
  std::set<std::string> clauses;  ///< all clauses of its checks
  std::string kernel, source, build_options;
  std::vector<std::string> beside;  ///< the other builtins of the kernel
  NDRange range;
  std::size_t groups = 0;
  /// For each call of the builtin, or output of a program, its work-groups by linear id.
  std::vector<std::vector<GroupRecord>> sites;
  std::optional<Reason> missing;     ///< the requirement that the device does not meet
  std::optional<CaseResult> result;  ///< if it ran
};

/// Without a run, assumes that a device with these facts accepts the full local size.
Explanation explain(const Case& c, const DeviceFacts& device, std::uint64_t seed,
                    const std::optional<IsolatedRun>& run);

}  // namespace wgcts::harness

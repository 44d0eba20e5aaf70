// All there is to know of one case, told by the functions that the runner uses.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/check/site_checker.hpp"
#include "results/raw_output.hpp"

namespace wgcts::harness {

/// One call of the builtin, or one output of a whole program, with every work-group that meets it.
struct SiteRecord {
  unsigned site = 0;
  std::vector<GroupRecord> groups;  ///< by linear group id
};

struct Explanation {
  Case the_case;
  DeviceFacts device;  ///< the one it ran on, or the one assumed
  std::uint64_t seed = 0;
  std::set<std::string> clauses;  ///< all that its checks cite
  std::string kernel, source, build_options;
  std::string tree;                 ///< of a whole program; empty for others
  std::vector<std::string> beside;  ///< the other builtins of the kernel
  NDRange range;
  std::size_t groups = 0;
  std::vector<SiteRecord> sites;
  std::optional<Reason> missing;     ///< what the device lacks for it
  std::optional<CaseResult> result;  ///< where it ran
};

/// Without a run: what would be launched on a device with these facts, if it takes the whole local size.
Explanation explain(const Case& c, const DeviceFacts& device, std::uint64_t seed,
                    const std::optional<IsolatedRun>& run);

}  // namespace wgcts::harness

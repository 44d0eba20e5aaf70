// Cases beyond a run's plan that part what fits the run equally well.
#pragma once

#include <span>
#include <vector>

#include "harness/diagnose/minimal.hpp"
#include "harness/diagnose/simplify.hpp"

namespace wgcts::harness {

/// Cases that nobody ran, worth a launch for what they say of the bugs: the smallest size at which a bug's
/// name and another that fits its plainest case as well would return different results, for each such name;
/// and what stands beyond the sizes, options, variants and forms that its `where` speaks of. At most so many. Pure.
std::vector<Case> telling_cases(std::span<const Bug> bugs, std::span<const CaseResult> results,
                                const DeviceFacts& device, std::uint64_t seed, std::size_t launches);

/// diagnose(), then the device is asked of telling cases, and with what it answers diagnosed again. The number of
/// launches is limited; after so many seconds no further one begins, and the bugs say so. Throws as the oracle does,
/// but for what says that somebody ends the program: then what was found at first stands.
std::vector<Bug> diagnose_and_ask(std::vector<CaseResult>& results, const Oracle& oracle, double seconds);

}  // namespace wgcts::harness

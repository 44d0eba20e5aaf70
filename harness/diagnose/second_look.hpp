// Cases beyond a run's plan that part what fits the run equally well.
#pragma once

#include <span>
#include <vector>

#include "harness/diagnose/minimal.hpp"
#include "harness/diagnose/simplify.hpp"

namespace wgcts::harness {

/// Cases that nobody ran, worth a launch for what they say of the bugs: the smallest size at which a bug's
/// name and another that fits its plainest case as well would return different results, for each such name;
/// and what stands beyond the sizes, options, variants and forms that its `where` speaks of. Pure. Builds
/// inputs only while there is time.
std::vector<Case> telling_cases(std::span<const Bug> bugs, std::span<const CaseResult> results,
                                const DeviceFacts& device, std::uint64_t seed, const TimeLeft& time_left);

/// diagnose(), then the device is asked of telling cases, and with what it answers diagnosed again. Within so
/// many seconds, of which the launches take a third at most. Throws as the oracle does, but for what says
/// that somebody ends the program: then what was told at first stands.
std::vector<Bug> diagnose_and_ask(std::vector<CaseResult>& results, const Oracle& oracle, double seconds);

}  // namespace wgcts::harness

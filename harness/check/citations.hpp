// The clauses that a case cites besides those of its checks.
#pragma once

#include <set>
#include <string>

#include "results/device_facts.hpp"
#include "results/stage.hpp"

namespace wgcts::harness {

/// The clauses that such a case cites on such a device, whatever its data.
std::set<std::string> standing_clauses(const Case& c, const DeviceFacts& facts);

/// All clauses that judging the case cites, whatever the results: the standing clauses and those of its data.
std::set<std::string> clauses_of(const Case& c, const DeviceFacts& facts, std::uint64_t seed);

/// The clauses behind a verdict without a wrong result: a driver must build a legal program, accept a launch
/// within its limits, and complete it. Empty for other verdicts.
std::vector<std::string> clauses_behind(Verdict verdict, Phase phase, const Case& c);

}  // namespace wgcts::harness

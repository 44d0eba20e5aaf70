// Which clauses a case stands for, beside those of its checks.
#pragma once

#include <set>
#include <string>

#include "results/device_facts.hpp"
#include "results/phase.hpp"

namespace wgcts::harness {

/// The clauses that the case's kind cites on such a device, whatever its data.
std::set<std::string> standing_clauses(const Case& c, const DeviceFacts& facts);

/// All that judging the case cites, whatever comes back: the standing clauses and those of its data.
std::set<std::string> clauses_of(const Case& c, const DeviceFacts& facts, std::uint64_t seed);

/// What a verdict without a wrong result rests on: the rules that oblige a driver to build a legal program,
/// to take a launch within its limits, and to end it. Empty for other verdicts.
std::vector<std::string> clauses_behind(Verdict verdict, Phase phase, const Case& c);

}  // namespace wgcts::harness

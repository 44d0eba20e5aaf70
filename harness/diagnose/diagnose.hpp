// From what came back to as few bugs as will do.
#pragma once

#include <span>
#include <vector>

#include "results/bug.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// The bugs behind the failing results, those with most cases first; each result learns the signatures of its
/// own. What an earlier leg of the run explained, and left no evidence of, keeps the signatures that it had,
/// unless one of these bugs stands where it does. Pure: inputs are made again from cases and seed, results
/// are held against wrong models. Nothing to diagnose costs nothing. `further` are results beyond the plan, which tell
/// of the bugs too and are no cases of theirs.
std::vector<Bug> diagnose(std::vector<CaseResult>& results, const DeviceFacts& device, std::uint64_t seed,
                          std::span<const CaseResult> further = {});

}  // namespace wgcts::harness

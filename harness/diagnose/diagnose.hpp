// From what came back to as few bugs as will do.
#pragma once

#include <vector>

#include "results/bug.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// The bugs behind the failing results, those with most cases first; each result learns the signatures of its
/// own. Pure: inputs are made again from cases and seed, results are held against wrong models. Nothing to
/// diagnose costs nothing. `seconds` is what it may take: then boundaries stay as sharp as they are.
std::vector<Bug> diagnose(std::vector<CaseResult>& results, const DeviceFacts& device, std::uint64_t seed,
                          double seconds = 10);

}  // namespace wgcts::harness

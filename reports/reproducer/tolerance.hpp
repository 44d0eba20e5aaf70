// A tolerance for sums: one number instead of two bounds for each element.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/experiments/failing_run.hpp"

namespace wgcts::reports {

struct Tolerance {
  /// The middle of each element's bounds: bits of the output's type, for half those of float.
  std::vector<std::uint64_t> want;
  std::string text;  ///< the maximum difference, as a C literal
};

/// The widest bounds of all elements of the failing_run's output, so that no legal result fails. Nothing if
/// elements are not bounded, or if no wrong result exceeds the tolerance.
std::optional<Tolerance> tolerance_of(const FailingRun& failing_run, std::size_t output = 0);

}  // namespace wgcts::reports

// The raw output of a kernel.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "results/case_result.hpp"

namespace wgcts::results {

/// The output of all call sites of a case, and its launch.
struct RawOutput {
  Extents local{};
  std::size_t groups = 0;                     ///< as ndrange() takes it
  std::vector<std::vector<std::byte>> sites;  ///< for each call site, by global linear id, with the canary
};

/// The result of running a case alone in a worker.
struct IsolatedRun {
  CaseResult result;
  std::optional<RawOutput> output;  ///< if the kernel completed
};

}  // namespace wgcts::results

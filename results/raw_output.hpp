// What a kernel wrote, byte for byte.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "results/case_result.hpp"

namespace wgcts::results {

/// All that a case's sites wrote, and the launch that it was.
struct RawOutput {
  Extents local{};
  std::size_t groups = 0;  ///< as ndrange() takes it
  std::vector<std::vector<std::byte>>
      sites;  ///< site by site, work-items by global linear id, canary included
};

/// What came of running a case alone in a worker.
struct IsolatedRun {
  CaseResult result;
  std::optional<RawOutput> output;  ///< where the kernel came to its end
};

}  // namespace wgcts::results

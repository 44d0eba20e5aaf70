// How much there is to do, told without doing it.
#pragma once

#include <vector>

#include "results/device_facts.hpp"

namespace wgcts::harness {

struct Workload {
  std::size_t cases = 0;
  std::size_t checks =
      0;  ///< work-groups that are compared with the model, or observed where nothing is judged
  std::size_t programs = 0, kernels = 0, launches = 0;
};

/// What a run of the cases comes to on such a device, if nothing fails and nothing is tried again.
Workload workload_of(const std::vector<Case>& cases, const DeviceFacts& device);

}  // namespace wgcts::harness

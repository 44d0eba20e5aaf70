// The amount of work of a run, without running it.
#pragma once

#include <vector>

#include "results/device_facts.hpp"

namespace wgcts::harness {

struct Workload {
  std::size_t cases = 0;
  std::size_t checks = 0;  ///< work-groups that are judged or observed
  std::size_t programs = 0, kernels = 0, launches = 0;
};

/// The work of running the cases on such a device, if nothing fails or is retried.
Workload workload_of(const std::vector<Case>& cases, const DeviceFacts& device);

}  // namespace wgcts::harness

// Kernel runs that show the device's assignment of work-items to sub-groups.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "harness/program/kernel_run.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// One work-group of the largest size shows the size of a full sub-group. One in three dimensions shows the
/// order of work-items.
std::vector<KernelRun> sub_group_probes(const DeviceFacts& facts);

/// The layout that the probes show; none if a probe did not complete or the layout is unknown.
std::optional<SubGroupLayout> layout_of(std::span<const KernelRun> probes,
                                        std::span<const RunOutcome> outcomes);

}  // namespace wgcts::harness

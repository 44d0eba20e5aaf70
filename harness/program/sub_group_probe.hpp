// Kernel runs that show how a device puts work-items into sub-groups.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "harness/program/kernel_run.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// One work-group of the largest size, to find the number of work-items of a full sub-group, and one in three
/// dimensions, to find their order.
std::vector<KernelRun> sub_group_probes(const DeviceFacts& facts);

/// The layout that the probes show; nothing if one of them did not complete, or they show no known layout.
std::optional<SubGroupLayout> layout_of(std::span<const KernelRun> probes,
                                        std::span<const RunOutcome> outcomes);

}  // namespace wgcts::harness

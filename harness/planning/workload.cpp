#include "harness/planning/workload.hpp"

#include <algorithm>

#include "harness/planning/requirements.hpp"
#include "harness/program/layout.hpp"
#include "harness/program/ndrange.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::harness {
namespace {

std::size_t groups_of(const Launch& launch, const DeviceFacts& device) {
  const Extents local = local_size_of(launch, device, device.max_work_group_size);
  const auto layout = layout_of(launch, local, device);
  const std::size_t affordable = affordable_groups(launch, local, buffer_limit_of(device, default_memory));
  if (affordable < 2) return 0;
  const std::size_t groups = std::min(layout.groups, affordable - 1);
  return volume(group_counts(ndrange(launch.dim, local, *launch.variant, groups)));
}

}  // namespace

Workload workload_of(const std::vector<Case>& cases, const DeviceFacts& device) {
  Workload work;
  work.cases = cases.size();
  std::vector<Case> able;
  std::ranges::copy_if(cases, std::back_inserter(able), [&](const Case& c) { return !missing(c, device); });
  for (const Job& job : make_jobs(able, device)) {
    ++work.programs;
    work.kernels += kernels_of(job).size();
    for (const Launch& launch : launches_of(job)) {
      ++work.launches;
      if (launch.kernel.program) {
        const LegalProgram program = draw_program(*launch.kernel.program);
        work.checks += program.program.outputs.size() * volume(group_counts(program.launch.range));
        continue;
      }
      work.checks += launch.cases.size() * launch.kernel.form->sites * groups_of(launch, device);
    }
  }
  return work;
}

}  // namespace wgcts::harness

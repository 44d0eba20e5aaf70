#include "harness/check/explanation.hpp"

#include <algorithm>
#include <functional>

#include "harness/check/citations.hpp"
#include "harness/check/program_checker.hpp"
#include "harness/planning/requirements.hpp"
#include "harness/program/job.hpp"
#include "harness/program/kernel.hpp"

namespace wgcts::harness {
namespace {

/// Each output is a site.
void explain_program(Explanation& e, const std::function<std::span<const std::byte>(std::size_t)>& written) {
  const ProgramChecker checker(e.the_case);
  e.clauses.merge(checker.clauses());
  e.range = checker.grid().range;
  e.groups = checker.grid().groups;
  for (std::size_t o = 0; o < checker.outputs(); ++o) {
    auto& groups = e.sites.emplace_back();
    for (std::size_t g = 0; g < e.groups; ++g) groups.push_back(checker.record(o, g, written(o)));
  }
}

}  // namespace

Explanation explain(const Case& c, const DeviceFacts& device, std::uint64_t seed,
                    const std::optional<IsolatedRun>& run) {
  const Job job{.cases = {c}, .without = undefined_for(c.type, device)};
  const Launch launch = launches_of(job).front();
  const FloatRules& rules = rules_of(device, c.type);
  Explanation e{c, device, seed};
  e.clauses = standing_clauses(c, device);
  e.missing = missing(c, device);
  e.kernel = name(launch.kernel);
  e.source = program_text(kernels_of(job));
  if (launch.kernel.apart) e.source += "// The part that is linked to it:\n\n" + part_text(kernels_of(job));
  e.build_options = build_options(c, device);
  for (const Builtin* member : launch.kernel.members)
    if (member != c.builtin) e.beside.emplace_back(member->name);
  if (run) e.result = run->result;
  const RawOutput* output = run && run->output ? &*run->output : nullptr;
  const auto written = [&](std::size_t site) {
    return output != nullptr && site < output->sites.size() ? std::span<const std::byte>(output->sites[site])
                                                            : std::span<const std::byte>{};
  };
  if (is_program(c)) {
    explain_program(e, written);
    return e;
  }

  const Extents local =
      output != nullptr ? output->local : local_size_of(launch, device, device.max_work_group_size);
  const Layout layout = layout_of(launch, local, device);
  const std::size_t affordable = affordable_groups(launch, local, buffer_limit_of(device, default_memory));
  const std::size_t groups =
      output != nullptr ? output->groups : std::min(layout.groups, std::max<std::size_t>(affordable, 2) - 1);
  const Grid grid(ndrange(c.dim, local, *c.variant, groups));
  e.range = grid.range;
  e.groups = grid.groups;
  for (unsigned site = 0; site < c.form->sites; ++site) {
    const auto checker = make_site_checker(c, site, grid, rules, layout.walk, seed);
    e.clauses.merge(checker->clauses());
    auto& records = e.sites.emplace_back();
    for (std::size_t g = 0; g < grid.groups; ++g) records.push_back(checker->record(g, written(site)));
  }
  return e;
}

}  // namespace wgcts::harness

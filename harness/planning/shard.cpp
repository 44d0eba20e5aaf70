#include "harness/planning/shard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "harness/planning/requirements.hpp"
#include "harness/program/job.hpp"
#include "suites/forms/form.hpp"
#include "suites/parse.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::harness {
namespace {

std::size_t cost_of(const Kernel& kernel, bool compiled_before) {
  // A program has about this many calls. Each is compiled for one size only.
  constexpr std::size_t of_program = 8;
  const std::size_t calls = kernel.program ? of_program : calls_in_text(*kernel.form, kernel.members.size());
  return price_of_launch(calls) + (compiled_before ? 0 : price_of_kernel(calls));
}

std::size_t groups_of(const Launch& launch, const DeviceFacts& device) {
  const Extents local = local_size_of(launch, device, device.max_work_group_size);
  const auto layout = layout_of(launch, local, device);
  const std::size_t affordable = affordable_groups(launch, local, buffer_limit_of(device, default_memory));
  if (affordable < 2) return 0;
  const std::size_t groups = std::min(layout.groups, affordable - 1);
  return volume(group_counts(ndrange(launch.dim, local, *launch.variant, groups)));
}

}  // namespace

std::string to_string(const Shard& shard) { return fmt::format("{}/{}", shard.number, shard.count); }

Shard parse_shard(std::string_view text) {
  const auto slash = std::min(text.find('/'), text.size());
  const Shard shard{whole_number<std::size_t>(text.substr(0, slash)).value_or(0),
                    slash < text.size() ? whole_number<std::size_t>(text.substr(slash + 1)).value_or(0) : 0};
  if (shard.number == 0 || shard.count > most_shards || shard.number > shard.count)
    throw std::invalid_argument(fmt::format(
        "a shard is K/N with K from 1 to N and N up to {}, such as 2/3, not '{}'", most_shards, text));
  return shard;
}

std::vector<Case> shard_of(const std::vector<Case>& cases, const Shard& shard) {
  if (shard.whole()) return cases;
  // Orders the launches by program, each with its cost as length, and cuts the sequence into equal pieces. A
  // launch belongs to the piece that contains its middle. Programs of a type are adjacent, because chains are
  // expensive to launch and other forms to compile.
  struct Stretch {
    std::size_t middle2;  // twice the middle, so that it is whole
    std::vector<Case> cases;
  };
  std::vector<Stretch> row;
  std::size_t length = 0;
  auto jobs = make_jobs(cases, plain_device());
  std::ranges::stable_sort(jobs, {}, [](const Job& job) { return job.cases.front().type; });
  for (const Job& job : jobs) {
    std::set<std::string> seen;
    for (Launch& launch : launches_of(job)) {
      const std::size_t cost = cost_of(launch.kernel, !seen.insert(name(launch.kernel)).second);
      row.push_back({2 * length + cost, std::move(launch.cases)});
      length += cost;
    }
  }
  std::set<std::string> taken;
  for (const Stretch& stretch : row)
    if (stretch.middle2 * shard.count / (2 * length) == shard.number - 1)
      for (const Case& c : stretch.cases) taken.insert(name(c));
  std::vector<Case> part = cases;
  std::erase_if(part, [&](const Case& c) { return !taken.contains(name(c)); });
  return part;
}

Workload workload_of(const std::vector<Case>& cases, const DeviceFacts& device) {
  Workload work;
  work.cases = cases.size();
  for (const Job& job : make_jobs(able(cases, device), device)) {
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

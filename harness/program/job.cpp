#include "harness/program/job.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

#include "suites/data/data.hpp"

namespace wgcts::harness {
namespace {

/// Prefers a large smallest extent and few equal extents.
auto merit(const Extents& e, unsigned dim) {
  const std::size_t smallest = std::min({e[0], dim > 1 ? e[1] : e[0], dim > 2 ? e[2] : e[0]});
  const int equal = (dim > 1 && e[0] == e[1] ? 1 : 0) + (dim > 2 && (e[1] == e[2] || e[0] == e[2]) ? 1 : 0);
  return std::tuple(smallest > 1, -equal, smallest);
}

/// The extents of `total` elements that have the greatest merit, within the limits `most`. None if no extents
/// are within the limits.
std::optional<Extents> best_extents(unsigned dim, std::size_t total, const Extents& most) {
  std::optional<Extents> best;
  for (std::size_t z = 1; z <= (dim > 2 ? std::min(total, most[2]) : 1); ++z) {
    if (total % z != 0) continue;
    for (std::size_t y = 1; y <= (dim > 1 ? std::min(total / z, most[1]) : 1); ++y) {
      const Extents e{total / z / y, y, z};
      if (volume(e) != total || e[0] > most[0]) continue;
      if (!best || merit(e, dim) > merit(*best, dim)) best = e;
    }
  }
  return best;
}

/// The numbers of work-groups in each dimension: at most `groups`, and more than `groups` - 6. A driver may
/// dispatch them in tiles, or count them in few bits, in any dimension. So the local size determines which
/// dimension is the longest, or that all are about equal.
Extents counts_for(unsigned dim, const Extents& local, bool remainder, std::size_t groups) {
  groups = std::max<std::size_t>(groups, 1);
  if (dim == 1) return {groups, 1, 1};
  Extents counts = dim == 2 ? Extents{3, 1, 1} : Extents{2, 3, 1};
  const std::size_t last = dim - 1, rest = volume(counts);
  // A remainder makes half of the work-groups in a short dimension smaller. In the other shapes, too few
  // whole ones would be left for the data of narrow local sizes such as 1x1x5.
  const std::size_t longest =
      remainder ? last : std::accumulate(local.begin(), local.begin() + dim, std::size_t{0}) % (dim + 1);
  if (longest < dim && groups >= 2 * rest) {
    counts[last] = groups / rest;
    std::swap(counts[longest], counts[last]);
    return counts;
  }
  // The limits keep the search among a hundred thousand work-groups short.
  constexpr Extents most{std::size_t(-1), 64, 64};
  Extents best{groups, 1, 1};
  for (std::size_t total = groups; total > groups - std::min<std::size_t>(groups, 6); --total)
    if (const auto e = best_extents(dim, total, most); e && merit(*e, dim) > merit(best, dim)) best = *e;
  return best;
}

/// Number of work-groups that walk over lanes: all lanes for sizes up to 128, fewer for larger ones, so that
/// the data of a launch costs little compared to compiling it.
std::size_t walk_budget(std::size_t lanes) {
  return lanes <= 128 ? 128 : std::max<std::size_t>(8, 12288 / lanes);
}

}  // namespace

std::vector<const Builtin*> undefined_for(GenType type, const DeviceFacts& facts) {
  std::vector<const Builtin*> lacking;
  for (const Prototype& p : prototypes(facts))
    if (p.type == type && !defines(facts, p) && !is_in(p.builtin, lacking)) lacking.push_back(p.builtin);
  return lacking;
}

std::vector<Job> make_jobs(const std::vector<Case>& cases, const DeviceFacts& facts) {
  // Only a few programs share a job, so that a crash of one costs few others their worker.
  constexpr std::size_t programs_together = 4;
  std::map<std::string, std::size_t> whole_programs;
  std::map<std::tuple<std::string, const Variant*, bool, GenType, std::size_t>, Job> by_program;
  // On a GPU with many workers, launches that fill it take most of the time. So each form has its own job.
  const auto fills_gpu = [&](const Case& c) { return facts.kind == "GPU" && c.variant->saturates; };
  for (const Case& c : cases) {
    const std::string options = build_options(c, facts);
    std::size_t batch = 0;
    if (is_program(c))
      batch = 1 + whole_programs[options + std::string(info(c.type).name)]++ / programs_together;
    else if (fills_gpu(c))
      batch = 1 + c.form->rank;
    // A program costs more than a kernel. If an option or situation needs a separate program, types share it.
    // Half has its own, because some compilers crash on it.
    const bool together = batch == 0 && !facts.implementation && c.type != GenType::Half &&
                          !c.form->own_functions &&
                          (options != usual_options(facts) || program_variant(c) != plain_variant);
    by_program[{options, program_variant(c), !together && c.form->sharing == KernelSharing::Type,
                together ? GenType::Int : c.type, batch}]
        .cases.push_back(c);
  }
  std::vector<Job> jobs;
  for (auto& [key, job] : by_program) {
    job.without = undefined_for(std::get<GenType>(key), facts);
    jobs.push_back(std::move(job));
  }
  // The longest jobs come first, so that all workers end at about the same time.
  const auto length = [&](const Job& job) {
    constexpr std::size_t others =
        16;  // ordinary launches cost as much as one that fills a GPU; measured on an H100
    const auto filling = static_cast<std::size_t>(std::ranges::count_if(job.cases, fills_gpu));
    return job.cases.size() + filling * (others - 1);
  };
  std::ranges::stable_sort(jobs, std::ranges::greater{}, length);
  return jobs;
}

std::vector<Kernel> kernels_of(const Job& job) {
  std::vector<Kernel> kernels;
  for (const Case& c : job.built_with.empty() ? job.cases : job.built_with)
    add_once(kernels, kernel_of(c, job.alone, job.without));
  return kernels;
}

std::vector<Launch> launches_of(const Job& job) {
  std::vector<Launch> launches;
  for (const Case& c : job.cases) {
    const Kernel kernel = kernel_of(c, job.alone, job.without);
    const auto same = [&](const Launch& l) {
      return l.dim == c.dim && l.local == c.local && l.variant == c.variant && l.kernel == kernel;
    };
    const auto found = std::ranges::find_if(launches, same);
    if (found != launches.end())
      found->cases.push_back(c);
    else
      launches.push_back({kernel, c.variant, c.dim, c.local, {c}});
  }
  constexpr std::size_t tiny = 2;
  std::ranges::stable_partition(
      launches, [](const Launch& l) { return l.local.is_max() || volume(l.local.extents) > tiny; });
  return launches;
}

Extents largest_local_size(unsigned dim, std::size_t max_volume, const Extents& max_extents) {
  // Some devices report no real limit, and the search would take minutes.
  constexpr std::size_t most = 65536;
  for (std::size_t total = std::min(max_volume, most); total > 1; --total)
    if (const auto best = best_extents(dim, total, max_extents)) return *best;
  return {1, 1, 1};
}

Extents local_size_of(const LocalSize& local, unsigned dim, const DeviceFacts& device, std::size_t most) {
  if (!local.is_max()) return local.extents;
  return largest_local_size(dim, std::min(most, device.max_work_group_size), device.max_work_item_sizes);
}

Case with_settled_size(Case c, const DeviceFacts& device) {
  c.local.extents = local_size_of(c.local, c.dim, device);
  return c;
}

NDRange ndrange(unsigned dim, const Extents& local, const Variant& variant, std::size_t groups) {
  const Extents counts = counts_for(dim, local, variant.remainder, groups);
  NDRange range{dim, local, {1, 1, 1}, {0, 0, 0}};
  for (unsigned d = 0; d < dim; ++d) {
    range.global[d] = counts[d] * local[d];
    range.offset[d] = variant.offset[d];
    if (variant.remainder) range.global[d] -= local[d] - remainder_of(local[d], d);
    // The value is an id of the launch, and not the first one of a work-group with several work-items.
    const std::size_t middle = std::max<std::size_t>((counts[d] - 1) / 2 * local[d] + local[d] / 2, 1);
    if (variant.passed != 0) range.offset[d] = variant.passed - std::min(middle, range.global[d] - 1);
  }
  return range;
}

NDRange smaller_range(const NDRange& range, bool half) {
  NDRange smaller = range;
  for (std::size_t d = 0; d < range.dim; ++d) {
    if (half) smaller.local[d] = (range.local[d] + 1) / 2;
    const std::size_t groups = d == 0 && range.global[0] > range.local[0] ? 2 : 1;
    // The last work-group of the range, or its only one, may be smaller than the others.
    smaller.global[d] = std::min(smaller.local[d] * groups, range.global[d]);
    smaller.offset[d] = 0;
  }
  return smaller;
}

std::size_t buffer_limit_of(const DeviceFacts& facts, std::size_t memory) {
  // A device that does not report its memory is assumed to have enough.
  const auto known = [](std::uint64_t bytes) {
    return bytes == 0 ? std::numeric_limits<std::uint64_t>::max() : bytes;
  };
  return static_cast<std::size_t>(
      std::min({std::uint64_t{memory / 2}, known(facts.max_allocation), known(facts.global_memory / 4)}));
}

std::size_t affordable_groups(const Launch& launch, const Extents& local, std::size_t memory) {
  const Situation situation = launch.variant->situation;
  // The bytes of a work-group in each buffer. 64 bits, because a sum of buffers may exceed size_t.
  const std::uint64_t sites = site_count(launch.kernel), lanes = volume(local);
  const std::uint64_t values = sites * info(launch.kernel.type).bytes * lanes;
  // If the driver chooses the local size, each work-item may be a work-group.
  const std::uint64_t sources =
      sites * 3 * sizeof(std::uint32_t) * (situation == Situation::Unsized ? lanes : 1);
  const std::uint64_t others = other_launches(situation), inputs = others == 0 ? 1 : 2;
  const std::uint64_t copies = situation == Situation::Svm ? 2 : 1;  // shared memory, and buffers to read
  const std::uint64_t all =
      copies * (inputs * (values + sources) + (judged_launches(situation) + others) * values);
  return static_cast<std::size_t>(
      std::min(memory / (std::max(values, sources) + 1), 2 * std::uint64_t{memory} / (all + 1)));
}

std::size_t groups_wanted(const Case& c, const FloatRules& rules, std::size_t lanes, std::size_t walk) {
  if (c.variant->groups != 0) return c.variant->groups;
  if (c.form->value != nullptr) return groups_of_computed_values;
  return with_gentype(
      c.type, [&]<class T>() { return schedule<T>(c.builtin->collective, rules, lanes, walk).size(); });
}

std::size_t saturating_groups(const DeviceFacts& facts, std::size_t lanes, std::size_t times) {
  constexpr std::size_t lanes_of_unit = 2048, groups_of_unit = 32, enough_for_a_cpu = 36;
  if (facts.kind != "GPU") return enough_for_a_cpu;
  const std::size_t at_once = std::clamp<std::size_t>(lanes_of_unit / lanes, 1, groups_of_unit);
  return times * std::max<std::size_t>(facts.compute_units, 1) * at_once;
}

Layout layout_of(const Launch& launch, const Extents& local, const DeviceFacts& facts) {
  const FloatRules& rules = rules_of(facts, launch.kernel.type);
  const std::size_t lanes = volume(local);
  Layout layout{local, {}, std::min({launch.kernel.form->walk, launch.variant->walk, walk_budget(lanes)}), 0};
  for (const Builtin* builtin : launch.kernel.members) {
    layout.members.push_back(
        {builtin, launch.kernel.type, launch.dim, launch.local, launch.kernel.form, launch.variant});
    layout.groups = std::max(layout.groups,
                             groups_wanted(layout.members.back(), rules, lanes, layout.walk) + spare_groups);
  }
  if (launch.variant->saturates) layout.groups = saturating_groups(facts, lanes, launch.kernel.form->fills);
  return layout;
}

std::size_t likely_groups(const Launch& launch, const Layout& layout, const DeviceFacts& facts) {
  const std::size_t affordable =
      affordable_groups(launch, layout.local, buffer_limit_of(facts, default_memory));
  return affordable < 2 ? 0 : std::min(layout.groups, affordable - 1);
}

}  // namespace wgcts::harness

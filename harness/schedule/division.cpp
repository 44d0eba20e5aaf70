#include "harness/schedule/division.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "reference/lists.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

std::vector<const Builtin*> builtins_of(const std::vector<Case>& cases) {
  std::vector<const Builtin*> all;
  for (const Case& c : cases) add_once(all, c.builtin);
  return all;
}

/// Splits the cases into at most four parts with about equally many of the things. Building a good part costs
/// less time than another crash.
template <class Thing, class Of>
std::vector<std::vector<Case>> parts_of(const std::vector<Case>& cases, const std::vector<Thing>& things,
                                        Of of) {
  constexpr std::size_t most = 4;
  const std::size_t count = std::min(things.size(), most);
  std::vector<std::vector<Case>> parts(count);
  for (const Case& c : cases) {
    const auto place = index_in(things, of(c));
    parts[place * count / things.size()].push_back(c);
  }
  return parts;
}

/// A job whose shared kernels call only the builtins of the cases.
Job with_own_builtins_only(std::vector<Case> cases) {
  Job job{.cases = std::move(cases)};
  const auto own = builtins_of(job.cases);
  job.alone = own.size() == 1;
  if (job.alone) return job;
  for (const Builtin& other : builtins)
    if (!is_in(&other, own)) job.without.push_back(&other);
  return job;
}

/// The suspected cases, and the others.
std::pair<std::vector<Case>, std::vector<Case>> parted(std::vector<Case> cases, const Suspected& suspected) {
  const auto others = std::ranges::stable_partition(cases, suspected);
  std::vector<Case> rest(others.begin(), others.end());
  cases.erase(others.begin(), others.end());
  return {std::move(cases), std::move(rest)};
}

std::vector<Job> divide_program(const Job& job, const Suspected& suspected) {
  const auto kernels = kernels_of(job);
  const bool single = std::ranges::all_of(kernels, [](const Kernel& k) { return k.members.size() == 1; });
  const auto job_of = [&](std::vector<Case> part) {
    return single ? Job{.cases = std::move(part), .alone = true} : with_own_builtins_only(std::move(part));
  };
  auto [suspects, rest] = parted(job.cases, suspected);
  if (!suspects.empty() && !rest.empty()) return {job_of(std::move(suspects)), job_of(std::move(rest))};
  const auto all = builtins_of(job.cases);
  if (!single && all.size() == 1) return {job_of(job.cases)};
  auto parts = single ? parts_of(job.cases, kernels, [](const Case& c) { return kernel_of(c, true); })
                      : parts_of(job.cases, all, [](const Case& c) { return c.builtin; });
  std::vector<Job> jobs;
  std::ranges::transform(parts, std::back_inserter(jobs), job_of);
  return jobs;
}

/// Each of the first few cases gets a job. If these crash, the others need perhaps not be built.
std::vector<Job> one_by_one(const std::vector<Case>& cases) {
  constexpr std::size_t few = 6;
  std::vector<Job> jobs;
  for (const Case& c : cases)
    if (jobs.size() <= few)
      jobs.push_back({.cases = {c}, .alone = true});
    else
      jobs.back().cases.push_back(c);
  return jobs;
}

/// The cases of a failed launch. If some are suspected, the others share one launch again.
std::vector<Job> divide_launch(const Job& job, const Suspected& suspected) {
  auto [suspects, rest] = parted(job.cases, suspected);
  if (suspects.empty()) suspects.swap(rest);
  std::vector<Job> jobs = one_by_one(most_different_first(std::move(suspects)));
  if (!rest.empty()) jobs.push_back(with_own_builtins_only(std::move(rest)));
  return jobs;
}

/// Identifies a program before the device is known: by the variant rows that affect the build, or without
/// such rows by the type.
using Program = std::pair<std::uint64_t, std::optional<GenType>>;
Program program_of(GenType type, const Variant& variant) {
  constexpr std::uint64_t of_program = mask_of(Axis::Host) | mask_of(Axis::Language) | mask_of(Axis::Math) |
                                       mask_of(Axis::Option) | mask_of(Axis::Optimiser);
  const std::uint64_t rows = variant.compiled_key & of_program;
  return {rows, rows == 0 ? std::optional(type) : std::nullopt};
}

/// The programs of standard_launches(), in order of new pairs for their cost.
std::map<Program, std::size_t> programs_in_order() {
  std::map<Program, std::size_t> order;
  for (const std::string_view word : standard_launches()) {
    const Case c = parse_case(word).value();
    order.emplace(program_of(c.type, *c.variant), order.size());
  }
  return order;
}

constexpr std::ptrdiff_t of_smoke = 0, of_standard = 1;  // indices into `earlier` of waves_of()

std::unordered_set<std::string> names_of(Profile profile) {
  std::unordered_set<std::string> names;
  for (const Case& c : plan(profile)) names.insert(name(c));
  return names;
}

}  // namespace

bool stands_alone(Phase phase, const Job& job) {
  // A launch involves only its own kernels, not the other kernels of the program.
  const auto kernels = kernels_of(
      {job.cases, job.alone, job.without, phase == Phase::Launch ? std::vector<Case>{} : job.built_with});
  return kernels.size() == 1 && kernels.front().members.size() == 1 &&
         (phase != Phase::Launch || job.cases.size() == 1);
}

std::vector<Job> divide(Phase phase, Job job, const Suspected& suspected) {
  // The parts are built without the other kernels of the program.
  job.built_with.clear();
  return phase == Phase::Launch ? divide_launch(job, suspected) : divide_program(job, suspected);
}

std::vector<Case> most_different_first(std::vector<Case> cases) {
  const auto likeness = [](const Case& a, const Case& b) {
    const auto size = [](const Case& c) { return c.local.is_max() ? 0 : volume(c.local.extents); };
    const bool same_size = size(a) == size(b), same_family = a.builtin->family == b.builtin->family;
    return std::array<std::size_t, 4>{same_size, same_size && a.dim == b.dim, same_size && same_family,
                                      same_family};
  };
  // Sums the likeness of each case to all chosen cases.
  std::vector<std::pair<std::array<std::size_t, 4>, Case>> rest;
  for (const Case& c : cases) rest.push_back({{}, c});
  std::vector<Case> chosen;
  while (!rest.empty()) {
    const auto next =
        std::ranges::min_element(rest, {}, [](const auto& candidate) { return candidate.first; });
    chosen.push_back(next->second);
    rest.erase(next);
    for (auto& [total, c] : rest) {
      const auto more = likeness(c, chosen.back());
      std::ranges::transform(total, more, total.begin(), std::plus{});
    }
  }
  return chosen;
}

std::vector<Job> one_job_a_kernel(const std::vector<Case>& cases) {
  const auto kernels = kernels_of({.cases = cases, .alone = true});
  std::vector<Job> jobs(kernels.size());
  for (const Case& c : cases) {
    Job& job = jobs[index_in(kernels, kernel_of(c, true))];
    job.alone = true;
    job.cases.push_back(c);
  }
  return jobs;
}

std::vector<std::vector<Case>> waves_of(const std::vector<Case>& cases) {
  const std::unordered_set<std::string> earlier[] = {names_of(Profile::Smoke), names_of(Profile::Standard)};
  const auto level_of = [&](const Case& c) {
    const auto* const found =
        std::ranges::find_if(earlier, [&](const auto& names) { return names.contains(name(c)); });
    return found - std::begin(earlier);
  };
  // A launch is a type, dimension, form, variant and size, whatever builtins its kernel calls. It belongs to
  // the earliest profile of its cases.
  using Group = std::tuple<GenType, unsigned, const Form*, const Variant*>;
  std::map<Group, std::map<std::string, std::ptrdiff_t>> levels;
  std::map<Group, std::vector<std::string>> order;
  const auto group_of = [](const Case& c) { return Group{c.type, c.dim, c.form, c.variant}; };
  // Each random program is a separate launch.
  const auto size_of = [](const Case& c) {
    return to_string(c.local, c.dim) + (is_program(c) ? "." + program_word(c) : "");
  };
  for (const Case& c : cases) {
    const auto [place, is_new] = levels[group_of(c)].emplace(size_of(c), level_of(c));
    if (is_new) order[group_of(c)].push_back(size_of(c));
    place->second = std::min(place->second, level_of(c));
  }
  // Each wave is compiled separately. So cases that share a program stay together, unless there are too many.
  const auto programs = programs_in_order();
  std::map<std::pair<Group, std::string>, std::pair<std::ptrdiff_t, std::size_t>> turn;
  for (const auto& [group, sizes] : order) {
    std::size_t further = 0;
    // Random programs come last: they take long and test no single collective thoroughly.
    const bool is_whole = std::get<const Form*>(group) == &program_form;
    const auto known = programs.find(program_of(std::get<GenType>(group), *std::get<const Variant*>(group)));
    const std::size_t program = is_whole || known == programs.end() ? programs.size() : known->second;
    for (const std::string& size : sizes) {
      const std::ptrdiff_t level = levels[group][size];
      turn[{group, size}] = {level, level == of_smoke ? 0 : level == of_standard ? program : further++};
    }
  }
  std::map<std::pair<std::ptrdiff_t, std::size_t>, std::vector<Case>> waves;
  for (const Case& c : cases) waves[turn.at({group_of(c), size_of(c)})].push_back(c);
  std::vector<std::vector<Case>> list;
  for (auto& [place, wave] : waves) list.push_back(std::move(wave));
  return list;
}

}  // namespace wgcts::harness

#include "harness/schedule/division.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <utility>

#include "reference/lists.hpp"

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

}  // namespace wgcts::harness

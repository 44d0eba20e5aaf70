#include "harness/program/job.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "harness/program/build_options.hpp"

namespace wgcts::harness {
namespace {

/// What no shared kernel of the type can call: a file that is judged in the driver's place lacks it.
std::vector<const Builtin*> undefined_for(GenType type, const DeviceFacts& facts) {
  std::vector<const Builtin*> lacking;
  for (const Prototype& p : prototypes(facts))
    if (p.type == type && !defines(facts, p) && std::ranges::find(lacking, p.builtin) == lacking.end())
      lacking.push_back(p.builtin);
  return lacking;
}

}  // namespace

std::vector<Job> make_jobs(const std::vector<Case>& cases, const DeviceFacts& facts) {
  std::map<std::tuple<std::string, const Variant*, bool, GenType>, Job> by_program;
  for (const Case& c : cases)
    by_program[{build_options(c, facts), program_variant(c), c.form->sharing == KernelSharing::Type, c.type}]
        .cases.push_back(c);
  std::vector<Job> jobs;
  for (auto& [key, job] : by_program) {
    job.without = undefined_for(std::get<GenType>(key), facts);
    jobs.push_back(std::move(job));
  }
  // The longest first, so that the last worker ends with the others.
  std::ranges::stable_sort(jobs, std::ranges::greater{}, [](const Job& job) { return job.cases.size(); });
  return jobs;
}

std::vector<Kernel> kernels_of(const Job& job) {
  std::vector<Kernel> kernels;
  for (const Case& c : job.cases) {
    Kernel kernel = kernel_of(c, job.alone, job.without);
    if (std::ranges::find(kernels, kernel) == kernels.end()) kernels.push_back(std::move(kernel));
  }
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
  return launches;
}

std::vector<std::vector<Launch>> batches_of(const Job& job) {
  constexpr std::size_t tiny = 2;
  std::vector<std::vector<Launch>> batches;
  std::vector<Launch> last;
  for (Launch& launch : launches_of(job)) {
    if (!job.alone && !launch.local.is_max() && volume(launch.local.extents) <= tiny)
      last.push_back(std::move(launch));
    else
      batches.push_back({std::move(launch)});
  }
  if (!last.empty()) batches.push_back(std::move(last));
  return batches;
}

}  // namespace wgcts::harness

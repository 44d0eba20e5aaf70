#include "harness/program/job.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace wgcts::harness {

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

Kernel kernel_in(const Job& job, const Case& c) {
  Kernel kernel = kernel_of(c, job.alone, job.without);
  kernel.without_noinline = kernel.program && job.without_noinline;
  return kernel;
}

std::vector<Kernel> kernels_of(const Job& job) {
  std::vector<Kernel> kernels;
  for (const Case& c : job.built_with.empty() ? job.cases : job.built_with)
    add_once(kernels, kernel_in(job, c));
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

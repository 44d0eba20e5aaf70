#include "harness/runner.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/citations.hpp"
#include "harness/layout.hpp"
#include "harness/ndrange.hpp"
#include "harness/query.hpp"
#include "harness/requirements.hpp"
#include "harness/trial.hpp"
#include "reference/clauses.hpp"
#include "suites/random.hpp"

namespace wgcts {
namespace {

/// Elements behind each output stream that no kernel may touch.
constexpr std::size_t canary = 32;
/// A device that cannot give this much is at fault.
constexpr std::size_t least_memory = std::size_t{1} << 18;
/// The first errors of a compiler matter, not the millionth.
constexpr std::size_t log_limit = 16384;

bool is_short_of_memory(cl_int error) {
  constexpr cl_int codes[] = {CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY,
                              CL_INVALID_BUFFER_SIZE};
  return std::ranges::find(codes, error) != std::end(codes);
}

[[noreturn]] void refuse(const cl::Error& error) {
  throw Refusal(Verdict::LaunchError, fmt::format("{} returned {}", error.what(), error_name(error.err())));
}

CaseResult skipped(const Case& c, Reason reason) {
  CaseResult result{c, Verdict::Skip};
  result.reason = std::move(reason);
  return result;
}

/// Query, feature list and macro must agree; the plainest form stands for that too.
void judge_availability(const DeviceFacts& facts, CaseResult& result) {
  if (facts.opencl < 30) return;
  const auto contradicted = contradiction(facts);
  if (!contradicted || result.failure) return;
  result.failure = Failure{"queries", std::string(cite("WGC.AV.5"))};
  result.failure->message = fmt::format("{}: {}", contradicted->query, contradicted->answer);
}

/// The buffers of a launch as the host sees them.
struct Streams {
  std::size_t sites, stride, element;
  std::vector<std::byte> in, out;
  std::vector<std::uint32_t> from;
  std::span<std::byte> input(std::size_t site) {
    return std::span(in).subspan(site * stride * element, stride * element);
  }
  std::span<const std::byte> output(std::size_t site) const {
    return std::span(out).subspan(site * stride * element, stride * element);
  }
};

bool canary_lives(const Streams& streams, std::size_t site, std::size_t items,
                  std::span<const std::byte> poison) {
  const auto tail = streams.output(site).subspan(items * streams.element);
  for (std::size_t i = 0; i < tail.size(); ++i)
    if (tail[i] != poison[i % poison.size()]) return false;
  return true;
}

}  // namespace

Runner::Runner(const cl::Device& device, DeviceFacts facts, std::uint64_t seed, std::size_t memory)
    : device_(device),
      facts_(std::move(facts)),
      seed_(seed),
      allowance_(memory),
      memory_(buffer_limit_of(facts_, memory)) {
  try {
    context_ = cl::Context(device_);
    queue_ = cl::CommandQueue(context_, device_);
  } catch (const cl::Error& error) {
    refuse(error);
  }
}

cl::Program Runner::build(const std::vector<Kernel>& kernels, const std::string& text,
                          const std::string& options) const {
  cl::Program program;
  try {
    program = cl::Program(context_, text);
    program.build(device_, options.c_str());
  } catch (const cl::BuildError& error) {
    const auto logs = error.getBuildLog();
    throw Refusal(Verdict::BuildError,
                  fmt::format("clBuildProgram with {} returned {}", options, error_name(error.err())),
                  logs.empty() ? "" : logs.front().second.substr(0, log_limit));
  } catch (const cl::Error& error) {
    throw Refusal(Verdict::BuildError, fmt::format("{} returned {}", error.what(), error_name(error.err())));
  }
  // A program is built when it gives its kernels: one that does not is split like one that does not compile.
  for (const Kernel& kernel : kernels) {
    try {
      const cl::Kernel probe(program, name(kernel).c_str());
    } catch (const cl::Error& error) {
      throw Refusal(Verdict::BuildError, fmt::format("the program built, but clCreateKernel returned {}",
                                                     error_name(error.err())));
    }
  }
  return program;
}

void Runner::run(const Job& job, const Listener& listener) {
  listener.begin(Phase::Build, job.cases);
  Stopwatch watch;
  const auto kernels = kernels_of(job);
  const std::string text = program_text(kernels);
  const std::string options = build_options(job.cases.front(), facts_);
  if (options + text != built_) {
    program_ = build(kernels, text, options);
    built_ = options + text;
  }
  watch.lap(Activity::Build);
  listener.spent(watch.timing());
  for (const Launch& l : launches_of(job)) {
    listener.begin(Phase::Launch, l.cases);
    launch_within_memory(l, program_, listener);
  }
}

/// A device that has less memory than it says, or shares it with others, is shown less data.
void Runner::launch_within_memory(const Launch& l, const cl::Program& program, const Listener& listener) {
  while (true) {
    try {
      return launch(l, program, listener);
    } catch (const cl::Error& error) {
      if (!is_short_of_memory(error.err()) || memory_ <= least_memory) refuse(error);
      memory_ /= 8;
    }
  }
}

void Runner::launch(const Launch& launch, const cl::Program& program, const Listener& listener) {
  Stopwatch watch;
  const auto skip_all = [&](const Reason& reason) {
    for (const Case& c : launch.cases) listener.result(skipped(c, reason));
  };
  cl::Kernel kernel(program, name(launch.kernel).c_str());
  const auto kernel_limit = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device_);
  const Extents local = local_size_of(launch, facts_, kernel_limit);
  watch.lap(Activity::Launch);
  const std::size_t lanes = volume(local);
  if (lanes > kernel_limit) return skip_all({"CL_KERNEL_WORK_GROUP_SIZE", std::to_string(kernel_limit)});
  const std::size_t element = info(launch.kernel.type).bytes;
  if (launch.kernel.form == Form::Twice && lanes * element > facts_.local_memory / 2)
    return skip_all({"CL_DEVICE_LOCAL_MEM_SIZE", std::to_string(facts_.local_memory)});

  const FloatRules& rules = rules_of(facts_, launch.kernel.type);
  const std::size_t sites = site_count(launch.kernel);
  const Layout layout = layout_of(launch, local, rules);
  const std::size_t affordable = affordable_groups(launch, local, memory_);
  if (affordable < 2 && memory_ == allowance_ / 2)
    return skip_all({"--memory", fmt::format("{} MiB", allowance_ >> 20)});
  if (affordable < 2 && memory_ == buffer_limit_of(facts_, allowance_))
    return skip_all({"CL_DEVICE_MAX_MEM_ALLOC_SIZE", std::to_string(facts_.max_allocation)});
  // The device says that it has enough, and did not give it: that is no lack, and no skip.
  if (affordable < 2)
    throw Refusal(Verdict::LaunchError,
                  fmt::format("the device refused buffers of more than {} bytes, of the "
                              "{} that CL_DEVICE_MAX_MEM_ALLOC_SIZE promises",
                              memory_, facts_.max_allocation));
  const std::size_t groups = std::min(layout.groups, affordable - 1);
  const Grid grid(ndrange(launch.dim, local, launch.variant, groups));

  Streams streams{sites, grid.items() + canary, element, {}, {}, {}};
  const std::size_t bytes = sites * streams.stride * element;
  streams.in.resize(bytes);
  streams.out.resize(bytes);
  streams.from.resize(3 * grid.groups.size() * sites);
  const unsigned sites_each = info(launch.kernel.form).sites;
  const auto trials = trials_of(layout, grid, rules, seed_);
  for (std::size_t site = 0; site < sites; ++site) {
    trials[site]->write_input(streams.input(site));
    trials[site]->write_sources(
        std::span(streams.from).subspan(3 * grid.groups.size() * site, 3 * grid.groups.size()));
  }

  watch.lap(Activity::Data);
  const std::uint64_t poison_bits = Random(hash("poison", seed_)).bits();
  const auto poison = std::as_bytes(std::span(&poison_bits, 1)).first(element);
  const cl::Buffer in(context_, CL_MEM_READ_ONLY, bytes);
  const cl::Buffer out(context_, CL_MEM_READ_WRITE, bytes);
  const cl::Buffer from(context_, CL_MEM_READ_ONLY, streams.from.size() * sizeof(std::uint32_t));
  queue_.enqueueWriteBuffer(in, CL_TRUE, 0, bytes, streams.in.data());
  queue_.enqueueWriteBuffer(from, CL_TRUE, 0, streams.from.size() * sizeof(std::uint32_t),
                            streams.from.data());
  with_gentype(launch.kernel.type, [&]<class T>() {
    T pattern;
    std::memcpy(&pattern, poison.data(), sizeof(T));
    queue_.enqueueFillBuffer(out, std::bit_cast<bits_of<T>>(pattern), 0, bytes);
  });
  watch.lap(Activity::Transfer);
  kernel.setArg(0, in);
  kernel.setArg(1, out);
  kernel.setArg(2, from);
  kernel.setArg(3, static_cast<cl_uint>(streams.stride));
  kernel.setArg(4, cl_uint{1});
  kernel.setArg(5, cl_uint{2});
  if (launch.kernel.form == Form::Twice) kernel.setArg(6, cl::Local(lanes * element));
  const auto sized = [&](const Extents& e) {
    return launch.dim == 1   ? cl::NDRange(e[0])
           : launch.dim == 2 ? cl::NDRange(e[0], e[1])
                             : cl::NDRange(e[0], e[1], e[2]);
  };
  queue_.enqueueNDRangeKernel(kernel, sized(grid.range.offset), sized(grid.range.global),
                              sized(grid.range.local));
  queue_.finish();
  watch.lap(Activity::Launch);
  // What the read leaves untouched must not look like an answer left from another launch.
  std::ranges::copy(streams.in, streams.out.begin());
  std::ranges::transform(streams.out, streams.out.begin(), [](std::byte b) { return ~b; });
  queue_.enqueueReadBuffer(out, CL_TRUE, 0, bytes, streams.out.data());
  watch.lap(Activity::Transfer);

  std::vector<CaseResult> results;
  for (const Case& c : launch.cases) {
    CaseResult result{c, Verdict::Pass};
    RawOutput raw{local, groups, {}};
    std::set<std::string> cited = standing_clauses(c, facts_);
    const auto& members = layout.members;
    const auto member = static_cast<std::size_t>(std::ranges::find(members, c) - members.begin());
    std::size_t wrong_groups = 0;
    for (std::size_t site = member * sites_each; site < (member + 1) * sites_each; ++site) {
      Judgement judgement = trials[site]->judge(streams.output(site), poison);
      if (listener.output) raw.sites.emplace_back(streams.output(site).begin(), streams.output(site).end());
      result.checks += judgement.checks;
      wrong_groups += judgement.wrong_groups;
      cited.merge(judgement.clauses);
      result.observed.merge(judgement.observations);
      if (!result.failure) result.failure = std::move(judgement.failure);
      if (const auto error = judgement.smallest_error_seen)
        result.smallest_error_seen = std::min(*error, result.smallest_error_seen.value_or(*error));
      if (!canary_lives(streams, site, grid.items(), poison) && !result.failure) {
        result.failure = Failure{"canary", "WGC.CF.2"};
        result.failure->message = "memory behind the output was written";
      }
    }
    result.clauses.assign(cited.begin(), cited.end());
    if (c.form == Form::Solo) judge_availability(facts_, result);
    if (result.failure) {
      result.verdict = Verdict::Fail;
      if (wrong_groups > 1)
        result.failure->message +=
            fmt::format("; {} of {} work-groups are wrong", wrong_groups, result.checks);
    }
    if (listener.output) listener.output(c, raw);
    results.push_back(std::move(result));
  }
  watch.lap(Activity::Judge);
  listener.spent(watch.timing());
  for (CaseResult& result : results) {
    result.seconds = watch.timing().total() / static_cast<double>(results.size());
    listener.result(result);
  }
}

}  // namespace wgcts

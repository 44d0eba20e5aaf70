#include "harness/driver/device_launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "harness/check/citations.hpp"
#include "harness/driver/device_query.hpp"
#include "harness/driver/refusal.hpp"
#include "harness/planning/requirements.hpp"
#include "harness/program/ndrange.hpp"
#include "reference/clauses.hpp"
#include "suites/random.hpp"

namespace wgcts::harness {
namespace {

/// Elements behind each output stream that no kernel may touch.
constexpr std::size_t canary = 32;

cl::NDRange sized(const Extents& e, unsigned dim) {
  return dim == 1 ? cl::NDRange(e[0]) : dim == 2 ? cl::NDRange(e[0], e[1]) : cl::NDRange(e[0], e[1], e[2]);
}

/// Query, feature list and macro must agree; the plainest form stands for that too.
void judge_availability(const DeviceFacts& facts, CaseResult& result) {
  if (facts.opencl < 30) return;
  const auto contradicted = contradiction(facts);
  if (!contradicted || result.failure) return;
  result.failure = Failure{"queries", std::string(cite("WGC.AV.5"))};
  result.failure->message = fmt::format("{}: {}", contradicted->query, contradicted->answer);
}

}  // namespace

std::span<std::byte> DeviceLaunch::Streams::input(std::size_t site) {
  return std::span(in).subspan(site * stride * element, stride * element);
}

std::span<const std::byte> DeviceLaunch::Streams::output(std::size_t site) const {
  return std::span(out).subspan(site * stride * element, stride * element);
}

DeviceLaunch::DeviceLaunch(const Launch& launch, const cl::Program& program, const DeviceSession& equipment,
                           Stopwatch& watch)
    : launch_(launch), session_(equipment), kernel_(program, name(launch.kernel).c_str()) {
  const auto limit = kernel_.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(equipment.device);
  local_ = local_size_of(launch, equipment.facts, limit);
  watch.lap(Activity::Launch);
  lacks_ = lack(limit);
  if (lacks_) return;
  fill();
  watch.lap(Activity::Data);
  transfer();
  watch.lap(Activity::Transfer);
}

std::optional<Reason> DeviceLaunch::lack(std::size_t kernel_limit) const {
  const DeviceFacts& facts = session_.facts;
  const std::size_t lanes = volume(local_), memory = session_.memory, allowance = session_.allowance;
  if (lanes > kernel_limit) return Reason{"CL_KERNEL_WORK_GROUP_SIZE", std::to_string(kernel_limit)};
  if (launch_.kernel.form == Form::Twice && lanes * info(launch_.kernel.type).bytes > facts.local_memory / 2)
    return Reason{"CL_DEVICE_LOCAL_MEM_SIZE", std::to_string(facts.local_memory)};
  if (affordable_groups(launch_, local_, memory) >= 2) return std::nullopt;
  if (memory == allowance / 2) return Reason{"--memory", fmt::format("{} MiB", allowance >> 20)};
  if (memory == buffer_limit_of(facts, allowance))
    return Reason{"CL_DEVICE_MAX_MEM_ALLOC_SIZE", std::to_string(facts.max_allocation)};
  // The device says that it has enough, and did not give it: that is no lack, and no skip.
  throw NoBuffers(
      fmt::format("the device refused buffers of more than {} bytes, of the {} that "
                  "CL_DEVICE_MAX_MEM_ALLOC_SIZE promises",
                  memory, facts.max_allocation));
}

void DeviceLaunch::fill() {
  const FloatRules& rules = rules_of(session_.facts, launch_.kernel.type);
  layout_ = layout_of(launch_, local_, rules);
  groups_ = std::min(layout_.groups, affordable_groups(launch_, local_, session_.memory) - 1);
  grid_ = std::make_unique<Grid>(ndrange(launch_.dim, local_, launch_.variant, groups_));
  checkers_ = site_checkers_of(layout_, *grid_, rules, session_.seed);
  streams_.sites = site_count(launch_.kernel);
  streams_.stride = grid_->items() + canary;
  streams_.element = info(launch_.kernel.type).bytes;
  streams_.in.resize(streams_.bytes());
  const std::size_t sources = 3 * grid_->groups.size();
  streams_.from.resize(sources * streams_.sites);
  for (std::size_t site = 0; site < streams_.sites; ++site) {
    checkers_[site]->write_input(streams_.input(site));
    checkers_[site]->write_sources(std::span(streams_.from).subspan(sources * site, sources));
  }
  const std::uint64_t bits = Random(hash("poison", session_.seed)).bits();
  const auto poison = std::as_bytes(std::span(&bits, 1)).first(streams_.element);
  poison_.assign(poison.begin(), poison.end());
}

void DeviceLaunch::transfer() {
  const cl::CommandQueue& queue = session_.queue;
  const std::size_t sources = streams_.from.size() * sizeof(std::uint32_t);
  in_ = cl::Buffer(session_.context, CL_MEM_READ_ONLY, streams_.bytes());
  out_ = cl::Buffer(session_.context, CL_MEM_READ_WRITE, streams_.bytes());
  from_ = cl::Buffer(session_.context, CL_MEM_READ_ONLY, sources);
  queue.enqueueWriteBuffer(in_, CL_TRUE, 0, streams_.bytes(), streams_.in.data());
  queue.enqueueWriteBuffer(from_, CL_TRUE, 0, sources, streams_.from.data());
  with_gentype(launch_.kernel.type, [&]<class T>() {
    T pattern;
    std::memcpy(&pattern, poison_.data(), sizeof(T));
    queue.enqueueFillBuffer(out_, std::bit_cast<bits_of<T>>(pattern), 0, streams_.bytes());
  });
}

void DeviceLaunch::enqueue(Stopwatch& watch) {
  kernel_.setArg(0, in_);
  kernel_.setArg(1, out_);
  kernel_.setArg(2, from_);
  kernel_.setArg(3, static_cast<cl_uint>(streams_.stride));
  kernel_.setArg(4, cl_uint{1});
  kernel_.setArg(5, cl_uint{2});
  if (launch_.kernel.form == Form::Twice) kernel_.setArg(6, cl::Local(volume(local_) * streams_.element));
  const NDRange& range = grid_->range;
  session_.queue.enqueueNDRangeKernel(kernel_, sized(range.offset, launch_.dim),
                                      sized(range.global, launch_.dim), sized(range.local, launch_.dim));
  watch.lap(Activity::Launch);
}

void DeviceLaunch::land(Stopwatch& watch) {
  session_.queue.finish();
  watch.lap(Activity::Launch);
  // What the read leaves untouched must not look like an answer left from another launch.
  streams_.out.assign(streams_.bytes(), ~poison_.front());
  session_.queue.enqueueReadBuffer(out_, CL_TRUE, 0, streams_.bytes(), streams_.out.data());
  kernel_ = {};
  in_ = out_ = from_ = {};
  watch.lap(Activity::Transfer);
}

std::vector<CaseResult> DeviceLaunch::results(
    const std::function<void(const Case&, const RawOutput&)>& output) const {
  std::vector<CaseResult> results;
  for (const Case& c : launch_.cases) {
    if (lacks_) {
      results.push_back({.the_case = c, .verdict = Verdict::Skip, .reason = lacks_});
      continue;
    }
    RawOutput raw{local_, groups_, {}};
    results.push_back(judge(c, output ? &raw : nullptr));
    if (output) output(c, raw);
  }
  return results;
}

CaseResult DeviceLaunch::judge(const Case& c, RawOutput* raw) const {
  CaseResult result{c, Verdict::Pass};
  std::set<std::string> cited = standing_clauses(c, session_.facts);
  const auto& members = layout_.members;
  const auto member = static_cast<std::size_t>(std::ranges::find(members, c) - members.begin());
  const unsigned sites_each = info(launch_.kernel.form).sites;
  std::size_t wrong_groups = 0;
  std::vector<BrokenCheck> broken;
  for (std::size_t site = member * sites_each; site < (member + 1) * sites_each; ++site) {
    const auto written = streams_.output(site);
    if (raw != nullptr) raw->sites.emplace_back(written.begin(), written.end());
    Judgement judgement = checkers_[site]->judge(written, poison_);
    result.checks += judgement.checks;
    wrong_groups += judgement.wrong_groups;
    cited.merge(judgement.clauses);
    result.observed.merge(judgement.observations);
    if (!result.failure) result.failure = std::move(judgement.failure);
    std::ranges::move(judgement.broken, std::back_inserter(broken));
    if (const auto error = judgement.smallest_error_seen)
      result.smallest_error_seen = std::min(*error, result.smallest_error_seen.value_or(*error));
    if (!result.failure && !canary_lives(site)) {
      result.failure = Failure{"canary", "WGC.CF.2"};
      result.failure->message = "memory behind the output was written";
    }
  }
  result.clauses.assign(cited.begin(), cited.end());
  if (c.form == Form::Solo) judge_availability(session_.facts, result);
  if (!result.failure) return result;
  result.verdict = Verdict::Fail;
  result.failure->broken = std::move(broken);
  if (wrong_groups > 1)
    result.failure->message += fmt::format("; {} of {} work-groups are wrong", wrong_groups, result.checks);
  return result;
}

bool DeviceLaunch::canary_lives(std::size_t site) const {
  const auto tail = streams_.output(site).subspan(grid_->items() * streams_.element);
  for (std::size_t i = 0; i < tail.size(); ++i)
    if (tail[i] != poison_[i % poison_.size()]) return false;
  return true;
}

}  // namespace wgcts::harness

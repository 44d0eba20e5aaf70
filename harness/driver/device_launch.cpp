#include "harness/driver/device_launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "harness/check/citations.hpp"
#include "harness/driver/device_query.hpp"
#include "harness/driver/refusal.hpp"
#include "harness/planning/contradictions.hpp"
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

/// Whether the kernel has an argument in local memory.
bool takes_local_memory(const Kernel& kernel) { return kernel.form->keep != 0; }

/// An answer, or the name of the error that stands in its place.
template <class T>
struct KernelAnswer {
  T value{};
  std::optional<std::string> error;
};
template <class T>
KernelAnswer<T> kernel_query(const cl::Kernel& kernel, const cl::Device& device,
                             cl_kernel_work_group_info what) {
  KernelAnswer<T> answer;
  const cl_int error =
      clGetKernelWorkGroupInfo(kernel(), device(), what, sizeof answer.value, &answer.value, nullptr);
  if (error != CL_SUCCESS) answer.error = error_name(error);
  return answer;
}

/// What the device says of itself must hold together: the cases that speak for its queries fail where it does
/// not.
void judge_queries(const DeviceFacts& facts, CaseResult& result) {
  for (const Contradiction& c : contradictions(facts)) {
    if (result.failure) return;
    result.failure = Failure{"queries", std::string(c.clause)};
    result.failure->message = fmt::format("{}: {}", c.said.query, c.said.answer);
  }
}

/// The device says that it has no collectives: then nothing was called, and nothing is judged (WGC.AV.5).
CaseResult judge_absence(const DeviceFacts& facts, CaseResult result, bool written) {
  result.failure.reset();
  result.checks = 0;
  if (!written) {
    result.verdict = Verdict::Skip;
    result.reason = facts.collectives.because;
    return result;
  }
  result.verdict = Verdict::Fail;
  result.failure = Failure{"feature macro", std::string(cite("WGC.AV.5"))};
  result.failure->message = fmt::format("{} is 1 in a program, and yet {} is {}", collectives_macro,
                                        facts.collectives.because.query, facts.collectives.because.answer);
  return result;
}

}  // namespace

std::span<std::byte> DeviceLaunch::Streams::input(std::size_t site) {
  return std::span(in).subspan(site * stride * element, stride * element);
}

std::span<const std::byte> DeviceLaunch::Streams::output(std::span<const std::byte> read,
                                                         std::size_t site) const {
  return read.subspan(site * stride * element, stride * element);
}

DeviceLaunch::DeviceLaunch(const Launch& launch, const cl::Program& program, const DeviceSession& session,
                           std::size_t memory, Progress& progress)
    : launch_(launch), session_(session), memory_(memory) {
  progress.enter(Stage::Create);
  kernel_ = cl::Kernel(program, name(launch.kernel).c_str());
  lacks_ = settle_size();
  progress.enter(Stage::Data);
  if (lacks_) return;
  fill();
  progress.enter(Stage::Buffers);
  transfer();
  progress.enter(Stage::Data);
}

/// Finds the launch's local size, and what speaks against it. What a kernel says of its size and of its local
/// memory may change with its __local arguments: both are asked once those are set.
std::optional<Reason> DeviceLaunch::settle_size() {
  const auto limit = [&] {
    return kernel_query<std::size_t>(kernel_, session_.device, CL_KERNEL_WORK_GROUP_SIZE);
  };
  auto allowed = limit();
  if (allowed.error) return Reason{"CL_KERNEL_WORK_GROUP_SIZE", *allowed.error};
  local_ = local_size_of(launch_, session_.facts, allowed.value);
  if (!takes_local_memory(launch_.kernel)) return lack(allowed.value);
  if (auto lacking = lack(allowed.value)) return lacking;
  bind_local_memory();
  allowed = limit();
  if (allowed.error) return Reason{"CL_KERNEL_WORK_GROUP_SIZE", *allowed.error};
  if (launch_.local.is_max() && volume(local_) > allowed.value) {
    local_ = local_size_of(launch_, session_.facts, allowed.value);
    bind_local_memory();
  }
  const auto used = kernel_query<cl_ulong>(kernel_, session_.device, CL_KERNEL_LOCAL_MEM_SIZE);
  if (used.error) return Reason{"CL_KERNEL_LOCAL_MEM_SIZE", *used.error};
  if (used.value > session_.facts.local_memory)
    return Reason{"CL_KERNEL_LOCAL_MEM_SIZE", fmt::format("{}, of {} that CL_DEVICE_LOCAL_MEM_SIZE gives",
                                                          used.value, session_.facts.local_memory)};
  return lack(allowed.value);
}

void DeviceLaunch::bind_local_memory() {
  kernel_.setArg(6, cl::Local(launch_.kernel.form->keep * volume(local_) * info(launch_.kernel.type).bytes));
}

std::optional<Reason> DeviceLaunch::lack(std::size_t kernel_limit) const {
  const DeviceFacts& facts = session_.facts;
  const std::size_t lanes = volume(local_), allowance = session_.allowance;
  if (lanes > kernel_limit) return Reason{"CL_KERNEL_WORK_GROUP_SIZE", std::to_string(kernel_limit)};
  if (launch_.kernel.form->keep * lanes * info(launch_.kernel.type).bytes > facts.local_memory / 2)
    return with_error(facts, {"CL_DEVICE_LOCAL_MEM_SIZE", std::to_string(facts.local_memory)});
  if (affordable_groups(launch_, local_, memory_) >= 2) return std::nullopt;
  if (memory_ == allowance / 2) return Reason{"--memory", fmt::format("{} MiB", allowance >> 20)};
  if (memory_ == buffer_limit_of(facts, allowance))
    return Reason{"CL_DEVICE_MAX_MEM_ALLOC_SIZE", std::to_string(facts.max_allocation)};
  // The device says that it has enough, and did not give it: that is no lack, and no skip.
  throw NoBuffers(
      fmt::format("the device refused buffers of more than {} bytes, of the {} that "
                  "CL_DEVICE_MAX_MEM_ALLOC_SIZE promises",
                  memory_, facts.max_allocation));
}

void DeviceLaunch::fill() {
  const FloatRules& rules = rules_of(session_.facts, launch_.kernel.type);
  layout_ = layout_of(launch_, local_, session_.facts);
  groups_ = std::min(layout_.groups, affordable_groups(launch_, local_, memory_) - 1);
  grid_ = std::make_unique<Grid>(ndrange(launch_.dim, local_, *launch_.variant, groups_));
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
  poison_output();
}

void DeviceLaunch::poison_output() {
  with_gentype(launch_.kernel.type, [&]<class T>() {
    T pattern;
    std::memcpy(&pattern, poison_.data(), sizeof(T));
    session_.queue.enqueueFillBuffer(out_, std::bit_cast<bits_of<T>>(pattern), 0, streams_.bytes());
  });
}

void DeviceLaunch::enqueue(Progress& progress) {
  progress.enter(Stage::Launch);
  kernel_.setArg(0, in_);
  kernel_.setArg(1, out_);
  kernel_.setArg(2, from_);
  kernel_.setArg(3, static_cast<cl_uint>(streams_.stride));
  kernel_.setArg(4, cl_uint{1});
  kernel_.setArg(5, cl_uint{2});
  start();
}

void DeviceLaunch::start() {
  ++launched_;
  const NDRange& range = grid_->range;
  session_.queue.enqueueNDRangeKernel(kernel_, sized(range.offset, launch_.dim),
                                      sized(range.global, launch_.dim), sized(range.local, launch_.dim));
}

void DeviceLaunch::wait_and_read(Progress& progress) {
  progress.enter(Stage::Launch);
  session_.queue.finish();
  progress.enter(Stage::Read);
  streams_.out = read();
  progress.enter(Stage::Data);
}

std::vector<std::byte> DeviceLaunch::read() {
  // What the read leaves untouched must not look like an answer left from another launch.
  std::vector<std::byte> out(streams_.bytes(), ~poison_.front());
  session_.queue.enqueueReadBuffer(out_, CL_TRUE, 0, out.size(), out.data());
  return out;
}

void DeviceLaunch::repeat(Progress& progress) {
  constexpr std::size_t most_kept = 2;
  progress.enter(Stage::Launch);
  poison_output();
  start();
  session_.queue.finish();
  progress.enter(Stage::Read);
  std::vector<std::byte> out = read();
  progress.enter(Stage::Data);
  if (out != streams_.out && repetitions_.size() < most_kept)
    repetitions_.push_back({launched_, std::move(out)});
}

void DeviceLaunch::release() {
  kernel_ = {};
  in_ = out_ = from_ = {};
}

CaseResult DeviceLaunch::result(const Case& c,
                                const std::function<void(const Case&, const RawOutput&)>& output) const {
  if (lacks_) return {.the_case = c, .verdict = Verdict::Skip, .reason = lacks_};
  RawOutput raw{local_, groups_, {}};
  CaseResult result = judge(c, streams_.out, output ? &raw : nullptr);
  judge_repetitions(c, result);
  if (memory_ < session_.memory) result.data_reduced = memory_;
  if (output) output(c, raw);
  return result;
}

/// A launch that is wrong once is wrong, whatever it gave at other times.
void DeviceLaunch::judge_repetitions(const Case& c, CaseResult& result) const {
  for (const Repetition& repetition : repetitions_) {
    CaseResult other = judge(c, repetition.out, nullptr);
    const bool first_fails = result.verdict == Verdict::Fail, other_fails = other.verdict == Verdict::Fail;
    if (first_fails == other_fails) continue;
    if (other_fails) result = std::move(other);
    result.failure->message += fmt::format(
        "; nondeterministic: of {} launches on the same data number {} is wrong and number {} right",
        launched_, first_fails ? 1 : repetition.number, first_fails ? repetition.number : 1);
    return;
  }
}

CaseResult DeviceLaunch::judge(const Case& c, std::span<const std::byte> read, RawOutput* raw) const {
  CaseResult result{c, Verdict::Pass};
  std::set<std::string> cited = standing_clauses(c, session_.facts);
  const auto& members = layout_.members;
  const auto member = static_cast<std::size_t>(std::ranges::find(members, c) - members.begin());
  const unsigned sites_each = launch_.kernel.form->sites;
  std::size_t wrong_groups = 0;
  std::vector<BrokenCheck> broken;
  for (std::size_t site = member * sites_each; site < (member + 1) * sites_each; ++site) {
    const auto written = streams_.output(read, site);
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
    if (!result.failure && !canary_lives(read, site)) {
      result.failure = Failure{"canary", std::string(cite("WGC.ME.1"))};
      result.failure->message = "memory behind the output was written";
    }
  }
  result.clauses.assign(cited.begin(), cited.end());
  if (speaks_for_absence(c, session_.facts))
    return judge_absence(session_.facts, std::move(result), anything_written(read, member * sites_each));
  if (speaks_for_queries(c)) judge_queries(session_.facts, result);
  if (!result.failure) return result;
  result.verdict = Verdict::Fail;
  result.failure->broken = std::move(broken);
  if (wrong_groups > 1)
    result.failure->message += fmt::format("; {} of {} work-groups are wrong", wrong_groups, result.checks);
  return result;
}

/// Whether a work-item of the site stored something.
bool DeviceLaunch::anything_written(std::span<const std::byte> read, std::size_t site) const {
  const auto output = streams_.output(read, site).first(grid_->items() * streams_.element);
  for (std::size_t i = 0; i < output.size(); ++i)
    if (output[i] != poison_[i % poison_.size()]) return true;
  return false;
}

bool DeviceLaunch::canary_lives(std::span<const std::byte> read, std::size_t site) const {
  const auto tail = streams_.output(read, site).subspan(grid_->items() * streams_.element);
  for (std::size_t i = 0; i < tail.size(); ++i)
    if (tail[i] != poison_[i % poison_.size()]) return false;
  return true;
}

}  // namespace wgcts::harness

#include "harness/driver/device_launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "harness/check/citations.hpp"
#include "harness/check/evidence_of.hpp"
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

/// Whether the kernel has an argument in local memory.
bool takes_local_memory(const Kernel& kernel) { return kernel.form->keep != 0 || fills_local_memory(kernel); }

/// What the kernel says of itself on the device. Throws cl::Error, which names `call`: a kernel that does not
/// tell what it can be launched with is refused.
template <class T>
T kernel_query(const cl::Kernel& kernel, const cl::Device& device, cl_kernel_work_group_info what,
               const char* call) {
  T value{};
  const cl_int error = clGetKernelWorkGroupInfo(kernel(), device(), what, sizeof value, &value, nullptr);
  if (error != CL_SUCCESS) throw cl::Error(error, call);
  return value;
}

std::size_t local_memory_used(const cl::Kernel& kernel, const cl::Device& device) {
  return kernel_query<cl_ulong>(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE,
                                "clGetKernelWorkGroupInfo of CL_KERNEL_LOCAL_MEM_SIZE");
}

/// An element that no kernel is likely to write.
std::vector<std::byte> poison_of(std::uint64_t seed, std::size_t bytes) {
  const std::uint64_t bits = Random(hash("poison", seed)).bits();
  const auto poison = std::as_bytes(std::span(&bits, 1)).first(bytes);
  return {poison.begin(), poison.end()};
}

/// Where launch and get_global_offset leave out the offset alike, ids and data still fit together: only the
/// host knows better.
void judge_offset(const NDRange& range, const Extents& told, CaseResult& result) {
  if (result.failure || told == range.offset) return;
  result.failure = Failure{"global offset", std::string(cite("WGC.ND.6"))};
  result.failure->message = fmt::format("get_global_offset told {} of a launch that was enqueued with {}",
                                        to_string(told, range.dim), to_string(range.offset, range.dim));
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
    : launch_(launch), session_(session), memory_(memory), dispatch_{&session} {
  progress.enter(Stage::Create);
  dispatch_.program = program;
  dispatch_.name = name(launch.kernel);
  dispatch_.kernel = cl::Kernel(program, dispatch_.name.c_str());
  lacks_ = settle_size();
  progress.enter(Stage::Data);
  if (lacks_) return;
  poison_ = poison_of(session.seed, info(launch.kernel.type).bytes);
  fill(progress);
  progress.enter(Stage::Buffers);
  transfer();
  progress.enter(Stage::Data);
}

/// Finds the launch's local size, and what speaks against it. What a kernel says of its size and of its local
/// memory may change with its __local arguments: both are asked once those are set.
std::optional<Reason> DeviceLaunch::settle_size() {
  const auto limit = [&] {
    return kernel_query<std::size_t>(dispatch_.kernel, session_.device, CL_KERNEL_WORK_GROUP_SIZE,
                                     "clGetKernelWorkGroupInfo of CL_KERNEL_WORK_GROUP_SIZE");
  };
  std::size_t allowed = limit();
  local_ = local_size_of(launch_, session_.facts, allowed);
  if (!takes_local_memory(launch_.kernel)) return lack(allowed);
  if (auto lacking = lack(allowed)) return lacking;
  if (fills_local_memory(launch_.kernel)) {
    if (auto lacking = fill_local_memory()) return lacking;
  } else {
    bind_local_memory();
  }
  allowed = limit();
  if (launch_.local.is_max() && volume(local_) > allowed) {
    local_ = local_size_of(launch_, session_.facts, allowed);
    if (!fills_local_memory(launch_.kernel)) bind_local_memory();
  }
  const std::size_t used = local_memory_used(dispatch_.kernel, session_.device);
  if (used > session_.facts.local_memory)
    return Reason{"CL_KERNEL_LOCAL_MEM_SIZE", fmt::format("{}, of {} that CL_DEVICE_LOCAL_MEM_SIZE gives",
                                                          used, session_.facts.local_memory)};
  return lack(allowed);
}

void DeviceLaunch::bind_local_memory() {
  dispatch_.keep_bytes = launch_.kernel.form->keep * volume(local_) * info(launch_.kernel.type).bytes;
  dispatch_.kernel.setArg(keep_argument, cl::Local(dispatch_.keep_bytes));
}

/// Gives the kernel what it does not take of local memory by itself (WGC.LA.9).
std::optional<Reason> DeviceLaunch::fill_local_memory() {
  constexpr std::size_t alignment = 256;  // at most what a driver rounds an argument up to
  bind_rest(1);
  const std::size_t used = local_memory_used(dispatch_.kernel, session_.device);
  const std::size_t all = session_.facts.local_memory;
  if (used + 2 * alignment > all)
    return Reason{"CL_KERNEL_LOCAL_MEM_SIZE",
                  fmt::format("{}, of {} that CL_DEVICE_LOCAL_MEM_SIZE gives", used, all)};
  bind_rest((all - used - alignment) / sizeof(cl_uint));
  return std::nullopt;
}

void DeviceLaunch::bind_rest(std::size_t words) {
  dispatch_.kernel.setArg(rest_argument, cl::Local(words * sizeof(cl_uint)));
  dispatch_.kernel.setArg(room_argument, static_cast<cl_uint>(words));
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

/// The local size that the driver breaks the NDRange by; the case's own where it did not tell.
Extents DeviceLaunch::settle_unsized(const NDRange& range) {
  dispatch_.range = range;
  dispatch_.sites = site_count(launch_.kernel);
  dispatch_.element = info(launch_.kernel.type).bytes;
  Extents chosen = size_chosen_by_driver(dispatch_);
  for (std::size_t d = launch_.dim; d < 3; ++d) chosen[d] = std::max<std::size_t>(chosen[d], 1);
  return volume(chosen) != 0 ? chosen : local_;
}

void DeviceLaunch::fill(Progress& progress) {
  const FloatRules& rules = rules_of(session_.facts, launch_.kernel.type);
  layout_ = layout_of(launch_, local_, session_.facts);
  groups_ = std::min(layout_.groups, affordable_groups(launch_, local_, memory_) - 1);
  NDRange range = ndrange(launch_.dim, local_, *launch_.variant, groups_);
  if (!launch_.kernel.tells.empty()) let_it_tell(dispatch_);
  if (launch_.variant->situation == Situation::Unsized) {
    progress.enter(Stage::Launch);
    range.local = settle_unsized(range);
    progress.enter(Stage::Data);
  }
  grid_ = std::make_unique<Grid>(range);
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
}

void DeviceLaunch::transfer() {
  const cl::CommandQueue& queue = session_.queue;
  const std::size_t sources = streams_.from.size() * sizeof(std::uint32_t);
  dispatch_.range = grid_->range;
  dispatch_.sites = streams_.sites;
  dispatch_.element = streams_.element;
  dispatch_.poison = poison_;
  dispatch_.in = streams_.in;
  dispatch_.from = std::as_bytes(std::span(streams_.from));
  KernelArguments& to = dispatch_.arguments;
  to.stride = streams_.stride;
  to.in = cl::Buffer(session_.context, CL_MEM_READ_ONLY, streams_.bytes());
  to.out = cl::Buffer(session_.context, CL_MEM_READ_WRITE, streams_.bytes());
  to.from = cl::Buffer(session_.context, CL_MEM_READ_ONLY, sources);
  queue.enqueueWriteBuffer(to.in, CL_TRUE, 0, streams_.bytes(), streams_.in.data());
  queue.enqueueWriteBuffer(to.from, CL_TRUE, 0, sources, streams_.from.data());
  fill_with(poison_, to.out, streams_.bytes(), queue);
}

void DeviceLaunch::enqueue(Progress& progress) {
  progress.enter(Stage::Launch);
  ++launched_;
  harness::enqueue(launch_.variant->situation, dispatch_);
}

std::vector<std::byte> DeviceLaunch::read(const cl::Buffer& output) const {
  // What the read leaves untouched must not look like an answer left from another launch.
  std::vector<std::byte> bytes(streams_.bytes(), ~poison_.front());
  session_.queue.enqueueReadBuffer(output, CL_TRUE, 0, bytes.size(), bytes.data());
  return bytes;
}

void DeviceLaunch::wait_and_read(Progress& progress) {
  progress.enter(Stage::Launch);
  session_.queue.finish();
  for (const cl::CommandQueue& queue : dispatch_.queues) queue.finish();
  progress.enter(Stage::Read);
  streams_.outs = {read(dispatch_.arguments.out)};
  for (const cl::Buffer& twin : dispatch_.twins)
    if (auto bytes = read(twin); std::ranges::find(streams_.outs, bytes) == streams_.outs.end())
      streams_.outs.push_back(std::move(bytes));
  if (dispatch_.told() != nullptr) told_ = told_by(dispatch_);
  if (launch_.variant->situation == Situation::Unsized) {
    Extents told = told_;
    for (std::size_t d = launch_.dim; d < 3; ++d) told[d] = 1;
    if (told != grid_->range.local && volume(told) != 0)
      lacks_ = Reason{"local_work_size of NULL",
                      fmt::format("work-groups of {} in one launch, of {} in the next",
                                  to_string(grid_->range.local, launch_.dim), to_string(told, launch_.dim))};
  }
  progress.enter(Stage::Data);
}

bool DeviceLaunch::can_be_repeated() const {
  return !lacks_ && launch_.variant->situation == Situation::None;
}

void DeviceLaunch::repeat(Progress& progress) {
  constexpr std::size_t most_kept = 2;
  progress.enter(Stage::Launch);
  fill_with(poison_, dispatch_.arguments.out, streams_.bytes(), session_.queue);
  enqueue(progress);
  session_.queue.finish();
  progress.enter(Stage::Read);
  std::vector<std::byte> out = read(dispatch_.arguments.out);
  progress.enter(Stage::Data);
  if (out != streams_.outs.front() && repetitions_.size() < most_kept)
    repetitions_.push_back({launched_, std::move(out)});
}

void DeviceLaunch::release() { dispatch_ = Dispatch{&session_}; }

CaseResult DeviceLaunch::result(const Case& c,
                                const std::function<void(const Case&, const RawOutput&)>& output) const {
  if (lacks_) return {.the_case = c, .verdict = Verdict::Skip, .reason = lacks_};
  RawOutput raw{local_, groups_, {}};
  CaseResult result = judge(c, streams_.outs.front(), output ? &raw : nullptr);
  for (std::size_t copy = 1; copy < streams_.outs.size() && result.verdict == Verdict::Pass; ++copy) {
    raw.sites.clear();
    result = judge(c, streams_.outs[copy], output ? &raw : nullptr);
    if (result.failure) result.failure->message += "; another launch in flight with it was right";
  }
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
  std::vector<JudgedSite> judged;
  for (std::size_t site = member * sites_each; site < (member + 1) * sites_each; ++site) {
    const auto written = streams_.output(read, site);
    if (raw != nullptr) raw->sites.emplace_back(written.begin(), written.end());
    Judgement judgement = checkers_[site]->judge(written, poison_);
    result.checks += judgement.checks;
    wrong_groups += judgement.wrong_groups.size();
    cited.merge(judgement.clauses);
    result.observed.merge(judgement.observations);
    if (!result.failure) result.failure = std::move(judgement.failure);
    std::ranges::move(judgement.broken, std::back_inserter(broken));
    if (const auto error = judgement.smallest_error_seen)
      result.smallest_error_seen = std::min(*error, result.smallest_error_seen.value_or(*error));
    judged.push_back({checkers_[site].get(), written, std::move(judgement.wrong_groups)});
    if (!result.failure && !canary_lives(read, site)) {
      result.failure = Failure{"canary", std::string(cite("WGC.ME.1"))};
      result.failure->message = "memory behind the output was written";
    }
  }
  result.clauses.assign(cited.begin(), cited.end());
  if (speaks_for_absence(c, session_.facts))
    return judge_absence(session_.facts, std::move(result), anything_written(read, member * sites_each));
  if (!result.failure) result.failure = queries_failure(c, session_.facts);
  if (launch_.kernel.tells == "global_offset") judge_offset(grid_->range, told_, result);
  if (!result.failure) return result;
  result.verdict = Verdict::Fail;
  result.failure->broken = std::move(broken);
  // Each work-group has a mark in the evidence. Of millions they make a line that is longer than the
  // protocol's: the verdict would be lost with it, and the launch judged for ever. Smaller launches tell as
  // much.
  constexpr std::size_t most_marks = 300'000;
  if (wrong_groups != 0 && grid_->groups.size() * judged.size() <= most_marks)
    result.evidence = std::make_shared<const Evidence>(
        evidence_of(*grid_, groups_, streams_.element, poison_, launch_.kernel.members, judged));
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

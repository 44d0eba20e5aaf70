#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "harness/check/citations.hpp"
#include "harness/check/program_checker.hpp"
#include "harness/check/site_checker.hpp"
#include "harness/driver/device_run.hpp"
#include "harness/planning/planning.hpp"
#include "reference/clauses.hpp"
#include "reference/lists.hpp"

namespace wgcts::harness {

void LaunchStages::enqueue(Progress& progress) {
  progress.enter(Stage::Launch);
  ++launched_;
  device_->enqueue();
}

void LaunchStages::wait_and_read(Progress& progress) {
  progress.enter(Stage::Launch);
  device_->wait();
  progress.enter(Stage::Read);
  written_ = device_->read_all();
  look_at(written_.front());
  progress.enter(Stage::Data);
}

void LaunchStages::repeat(Progress& progress) {
  progress.enter(Stage::Launch);
  device_->poison_again();
  enqueue(progress);
  device_->wait();
  progress.enter(Stage::Read);
  Outputs written = device_->read();
  progress.enter(Stage::Data);
  if (written != written_.front()) repetitions_.push_back({launched_, std::move(written)});
}

CaseResult LaunchStages::result(const Case& c,
                                const std::function<void(const Case&, const RawOutput&)>& output) const {
  if (unsupported_) return skipped(c, *unsupported_);
  if (broken_) return failed_without_output(c, *broken_);
  RawOutput raw;
  CaseResult result = judge(c, written_.front(), output ? &raw : nullptr);
  for (std::size_t copy = 1; copy < written_.size() && result.verdict == Verdict::Pass; ++copy) {
    result = judge(c, written_[copy], output ? &raw : nullptr);
    if (result.failure) result.failure->message += "; another launch in flight at the same time was right";
  }
  judge_repetitions(c, result);
  if (output) output(c, raw);
  return result;
}

/// One wrong repetition fails the case, even if the other launches are right.
void LaunchStages::judge_repetitions(const Case& c, CaseResult& result) const {
  for (const Repetition& repetition : repetitions_) {
    CaseResult other = judge(c, repetition.written, nullptr);
    const bool first_fails = result.verdict == Verdict::Fail, other_fails = other.verdict == Verdict::Fail;
    if (first_fails == other_fails) continue;
    if (other_fails) result = std::move(other);
    result.failure->message += fmt::format(
        "; nondeterministic: of {} launches on the same data number {} is wrong and number {} right",
        launched_, first_fails ? 1 : repetition.number, first_fails ? repetition.number : 1);
    return;
  }
}

namespace {

/// The kernel arguments with the values and with the sources of broadcasts.
constexpr std::size_t in_argument = 0, from_argument = 2;

Failure failure_without_lane(std::string_view check, std::string_view clause, std::string message) {
  return {.check = std::string(check), .clause = std::string(clause), .message = std::move(message)};
}

/// If both the launch and get_global_offset ignore the offset, ids and data still match. Only the host can
/// detect that.
void judge_offset(const NDRange& range, const Extents& reported, CaseResult& result) {
  if (result.failure || reported == range.offset) return;
  result.failure =
      failure_without_lane("global offset", cite("WGC.ND.6"),
                           fmt::format("get_global_offset returned {}, but the launch has the offset {}",
                                       to_string(reported, range.dim), to_string(range.offset, range.dim)));
}

/// Statements beside the collective whose own results are wrong, although those of the collective are right.
void judge_company(const Kernel& kernel, const LaunchStages::Outputs& written, CaseResult& result) {
  if (result.failure || kernel.company == nullptr) return;
  for (const Variant* row : rows_of(*kernel.company))
    if (element_of(written.back(), Type::UInt, told_word(*row)) != 0)
      result.failure = failure_without_lane(
          "other statements", row->clause,
          fmt::format("the results of the collective are right, but those of the kernel's other statements "
                      "({}) are wrong",
                      row->name));
}

/// Memory after the outputs from the `first` on. No kernel may write there.
void judge_canaries(const KernelRun& run, const LaunchStages::Outputs& written, std::size_t first,
                    CaseResult& result) {
  const auto places = outputs_of(run);
  for (std::size_t o = first; o < written.size() && !result.failure; ++o) {
    const auto& poison = run.arguments[places[o]].bytes;
    if (!is_filled_with(std::span(written[o]).last(canary_elements * poison.size()), poison))
      result.failure = failure_without_lane("canary", cite("WGC.ME.1"), "memory after an output was written");
  }
}

/// A work-group has at least one work-item and no more than its NDRange, and in a uniform launch, its extents
/// divide those of the NDRange. Results cannot be judged with another size.
std::optional<Failure> failure_of_size(const NDRange& range, const Variant& variant,
                                       const DeviceFacts& facts) {
  const Answer& non_uniform = facts.non_uniform;
  const bool unsupported = !non_uniform.yes && error_of(facts, non_uniform.because.query) == nullptr;
  const bool uniform = unsupported || variant.unversioned ||
                       variant.options.find("-cl-uniform-work-group-size") != std::string_view::npos;
  for (unsigned d = 0; d < 3; ++d) {
    const std::size_t local = range.local[d], global = range.global[d];
    const bool out_of_range = local == 0 || local > global;
    if (out_of_range || (uniform && global % local != 0))
      return failure_without_lane(
          "local size", cite("WGC.LA.4"),
          fmt::format("get_local_size({}) returned {}, but the global size is {}{}", d, local, global,
                      out_of_range ? "" : ", and the work-groups must have one size"));
  }
  return std::nullopt;
}

/// For a device that reports no collectives. `written`: the kernel found the feature macro defined, against
/// WGC.AV.5.
CaseResult judge_absence(const DeviceFacts& facts, CaseResult result, bool written) {
  result.failure.reset();
  result.checks = 0;
  if (!written) {
    result.verdict = Verdict::Skip;
    result.reason = facts.collectives.because;
    return result;
  }
  result.verdict = Verdict::Fail;
  result.failure =
      failure_without_lane("feature macro", cite("WGC.AV.5"),
                           fmt::format("{} is 1 in a program, but {} is {}", collectives_macro,
                                       facts.collectives.because.query, facts.collectives.because.answer));
  return result;
}

class DeviceLaunch final : public LaunchStages {
 public:
  DeviceLaunch(const Launch& launch, const cl::Program& program, const DeviceSession& session,
               std::size_t memory, Progress& progress)
      : LaunchStages(launch, session),
        memory_(memory),
        element_(info(launch.kernel.type).bytes),
        sites_(site_count(launch.kernel)),
        poison_(poison_of(session.seed, element_)) {
    progress.enter(Stage::Create);
    run_.kernel = name(launch.kernel);
    run_.situation = launch.variant->situation;
    device_.emplace(run_, program, session);
    unsupported_ = settle_size();
    progress.enter(Stage::Data);
    if (unsupported_) return;
    fill(program, progress);
    if (broken_) return;
    progress.enter(Stage::Buffers);
    device_->transfer();
  }

 private:
  /// Finds the local size of the launch, or the reason for a skip. The kernel's limits may change with its
  /// __local arguments, so they are queried again after these are set.
  std::optional<Reason> settle_size() {
    std::size_t allowed = device_->work_group_limit();
    local_ = local_size_of(launch_.local, launch_.dim, session_.facts, allowed);
    if (auto unsupported = too_large_for(allowed)) return unsupported;
    const auto bind = [&] {
      run_.arguments = arguments(0, 0);
      run_.range.local = local_;
      return device_->bind_local_memory();
    };
    if (auto unsupported = bind()) return unsupported;
    allowed = device_->work_group_limit();
    if (launch_.local.is_max() && volume(local_) > allowed) {
      local_ = local_size_of(launch_.local, launch_.dim, session_.facts, allowed);
      if (auto unsupported = bind()) return unsupported;
    }
    if (auto unsupported = device_->unsupported()) return unsupported;
    return too_large_for(allowed);
  }

  /// The reason why a launch with `local_` needs more than the kernel, the device or --memory allows.
  std::optional<Reason> too_large_for(std::size_t kernel_limit) const {
    const DeviceFacts& facts = session_.facts;
    const std::size_t lanes = volume(local_), allowance = session_.allowance;
    if (lanes > kernel_limit) return Reason{"CL_KERNEL_WORK_GROUP_SIZE", std::to_string(kernel_limit)};
    if (launch_.kernel.form->keep * lanes * element_ > facts.local_memory / 2)
      return with_error(facts, {"CL_DEVICE_LOCAL_MEM_SIZE", std::to_string(facts.local_memory)});
    if (affordable_groups(launch_, local_, memory_) >= 2) return std::nullopt;
    if (memory_ == allowance / 2) return Reason{"--memory", fmt::format("{} MiB", allowance >> 20)};
    if (memory_ == facts.max_allocation)
      return Reason{"CL_DEVICE_MAX_MEM_ALLOC_SIZE", std::to_string(facts.max_allocation)};
    if (memory_ == buffer_limit_of(facts, allowance))
      return Reason{"CL_DEVICE_GLOBAL_MEM_SIZE", std::to_string(facts.global_memory)};
    // The device refused memory within its reported limits. One work-group has the smallest data.
    return std::nullopt;
  }

  /// The kernel's arguments (see Kernel), with all inputs zero. The stream of each site ends in a canary.
  std::vector<KernelArgument> arguments(std::size_t items, std::size_t groups) const {
    const Type type = launch_.kernel.type;
    const std::size_t stride = items + canary_elements;
    KernelArgument out = output_argument(type, sites_ * stride - canary_elements);
    out.bytes = poison_;
    KernelArgument elements = scalar_argument(static_cast<std::uint32_t>(stride));
    elements.other = scalar_argument(static_cast<std::uint32_t>(items)).bytes;
    std::vector<KernelArgument> list{input_argument(type, std::vector<std::byte>(sites_ * stride * element_)),
                                     std::move(out),
                                     input_argument(std::vector<std::uint32_t>(3 * groups * sites_)),
                                     std::move(elements),
                                     scalar_argument(1),
                                     scalar_argument(2)};
    if (const std::size_t keep = launch_.kernel.form->keep; keep != 0)
      list.push_back(local_argument(type, keep * volume(local_)));
    if (reports(launch_.kernel)) {
      list.push_back(output_argument(Type::UInt, told_words));
      list.back().bytes.assign(sizeof(std::uint32_t), std::byte{0});
    }
    return list;
  }

  /// If the driver chooses the local size, each work-item may be a work-group, also in a launch after another
  /// one with larger work-groups.
  std::size_t most_groups(const NDRange& range) const {
    return volume(run_.situation == Situation::Unsized ? range.global : group_counts(range));
  }

  /// The local size that the driver chooses for the NDRange; nothing if the kernel did not run.
  std::optional<Extents> size_chosen_by_driver(const cl::Program& program, const NDRange& range,
                                               Progress& progress) const {
    KernelRun probe = run_;
    probe.range = range;
    probe.arguments = arguments(volume(range.global), most_groups(range));
    progress.enter(Stage::Create);
    DeviceRun on_device(probe, program, session_);
    // A refused buffer must not count as a refused launch: the launch is tried again with less memory.
    progress.enter(Stage::Buffers);
    on_device.transfer();
    progress.enter(Stage::Launch);
    on_device.enqueue();
    on_device.wait();
    const Outputs written = on_device.read();
    progress.enter(Stage::Buffers);  // the return releases them
    if (!has_run(written)) return std::nullopt;
    return reported_by(written);
  }

  /// Whether the kernel wrote a result or a report. If not, its report is no answer of a work-item function.
  bool has_run(const Outputs& written) const {
    return !is_filled_with(written.front(), poison_) || reported_by(written) != Extents{};
  }

  /// The kernel's report (see Variant::reported_query), in three dimensions.
  Extents reported_by(const Outputs& written) const {
    Extents reported{};
    for (std::size_t d = 0; d < 3; ++d) {
      const std::uint64_t low = element_of(written.back(), Type::UInt, d);
      const std::uint64_t high = element_of(written.back(), Type::UInt, high_word_of_report + d);
      reported[d] = static_cast<std::size_t>(low | high << 32U);
    }
    return reported;
  }

  void fill(const cl::Program& program, Progress& progress) {
    const FloatRules& rules = rules_of(session_.facts, launch_.kernel.type);
    layout_ = layout_of(launch_, local_, session_.facts);
    groups_ =
        std::min(layout_.groups, std::max<std::size_t>(affordable_groups(launch_, local_, memory_), 2) - 1);
    NDRange range = ndrange(launch_.dim, local_, *launch_.variant, groups_);
    if (run_.situation == Situation::Unsized) {
      const auto chosen = size_chosen_by_driver(program, range, progress);
      probe_has_run_ = chosen.has_value();
      range.local = chosen.value_or(local_);
      progress.enter(Stage::Data);
      broken_ = failure_of_size(range, *launch_.variant, session_.facts);
      if (broken_) return;
    }
    grid_ = std::make_unique<Grid>(range);
    checkers_ = site_checkers_of(layout_, *grid_, rules, session_.seed);
    run_.range = range;
    run_.arguments = arguments(grid_->items(), 0);
    const std::size_t bytes = (grid_->items() + canary_elements) * element_, sources = 3 * grid_->groups;
    std::vector<std::uint32_t> from(3 * most_groups(range) * sites_);
    for (std::size_t site = 0; site < sites_; ++site) {
      checkers_[site]->write_input(std::span(run_.arguments[in_argument].bytes).subspan(site * bytes, bytes));
      checkers_[site]->write_sources(std::span(from).subspan(sources * site, sources));
    }
    run_.arguments[from_argument] = input_argument(from);
  }

  /// Launches cannot be judged if the driver chooses another local size each time, or loses the first launch.
  void look_at(const Outputs& written) override {
    if (run_.situation != Situation::Unsized || !has_run(written)) return;
    if (!probe_has_run_) {
      broken_ = failure_without_lane(
          "local size", cite("WGC.LA.4"),
          "of two launches without a local size, the first wrote nothing, and the second wrote results");
      return;
    }
    const Extents reported = reported_by(written);
    if (reported == grid_->range.local) return;
    NDRange range = grid_->range;
    range.local = reported;
    broken_ = failure_of_size(range, *launch_.variant, session_.facts);
    if (!broken_)
      unsupported_ =
          Reason{"local_work_size of NULL",
                 fmt::format("the local size was {} in one launch and {} in the next",
                             to_string(grid_->range.local, launch_.dim), to_string(reported, launch_.dim))};
  }

  CaseResult judge(const Case& c, const Outputs& written, RawOutput* raw) const override {
    CaseResult result{c, Verdict::Pass};
    const std::span<const std::byte> all = written.front();
    if (raw != nullptr) *raw = {local_, groups_, {}};
    if (memory_ < session_.memory) result.data_reduced = memory_;
    std::set<std::string> cited = standing_clauses(c, session_.facts);
    const auto& members = layout_.members;
    const auto member = index_in(members, c);
    const unsigned sites_each = launch_.kernel.form->sites;
    std::size_t wrong_groups = 0;
    std::vector<BrokenCheck> broken;
    std::vector<JudgedSite> judged;
    const std::size_t values = grid_->items() * element_, size = values + canary_elements * element_;
    for (std::size_t site = member * sites_each; site < (member + 1) * sites_each; ++site) {
      const auto stream = all.subspan(site * size, size);
      if (raw != nullptr) raw->sites.emplace_back(stream.begin(), stream.end());
      Judgement judgement = checkers_[site]->judge(stream, poison_);
      result.checks += judgement.checks;
      wrong_groups += judgement.wrong_groups.size();
      cited.merge(judgement.clauses);
      result.observed.merge(judgement.observations);
      if (!result.failure) result.failure = std::move(judgement.failure);
      std::ranges::move(judgement.broken, std::back_inserter(broken));
      if (const auto error = judgement.smallest_error_seen)
        result.smallest_error_seen = std::min(*error, result.smallest_error_seen.value_or(*error));
      judged.push_back({checkers_[site].get(), stream, std::move(judgement.wrong_groups)});
      if (!result.failure && !is_filled_with(stream.subspan(values), poison_))
        result.failure =
            failure_without_lane("canary", cite("WGC.ME.1"), "memory after the output was written");
    }
    result.clauses.assign(cited.begin(), cited.end());
    if (checks_for_absence(c, session_.facts)) {
      const bool stored = !is_filled_with(judged.front().stream.first(values), poison_);
      return judge_absence(session_.facts, std::move(result), stored);
    }
    if (!result.failure) result.failure = queries_failure(c, session_.facts);
    if (launch_.kernel.reported_query == "global_offset")
      judge_offset(grid_->range, reported_by(written), result);
    judge_company(launch_.kernel, written, result);
    judge_canaries(run_, written, 1, result);  // the first output has a canary for each site
    if (!result.failure) return result;
    result.verdict = Verdict::Fail;
    result.failure->broken = std::move(broken);
    // The evidence has a mark for each work-group, and the results of at least one. The supervisor rejects
    // too much of either, and the verdict would be lost. Smaller launches give enough evidence.
    constexpr std::size_t most_marks = 300'000;
    const bool is_small = grid_->groups * judged.size() <= most_marks &&
                          volume(grid_->range.local) * element_ <= most_evidence_bytes;
    if (wrong_groups != 0 && is_small)
      result.evidence = std::make_shared<const Evidence>(
          evidence_of(*grid_, groups_, element_, poison_, launch_.kernel.members, judged));
    if (wrong_groups > 1)
      result.failure->message += fmt::format("; {} of {} work-groups are wrong", wrong_groups, result.checks);
    return result;
  }

  std::size_t memory_;
  Extents local_{};
  Layout layout_;
  std::size_t groups_ = 0;  ///< as in ndrange()
  std::size_t element_;     ///< bytes of a value
  std::size_t sites_;
  std::unique_ptr<Grid> grid_;
  std::vector<std::unique_ptr<SiteChecker>> checkers_;
  std::vector<std::byte> poison_;  ///< one element of the initial output
  bool probe_has_run_ = false;     ///< whether the launch that finds the driver's local size wrote something
};

/// A launch of a random program.
class ProgramRun final : public LaunchStages {
 public:
  ProgramRun(const Launch& launch, const cl::Program& program, const DeviceSession& session,
             Progress& progress)
      : LaunchStages(launch, session), checker_(launch.cases.front()) {
    run_ = checker_.run();
    progress.enter(Stage::Create);
    device_.emplace(run_, program, session);
    unsupported_ = device_->unsupported();
    if (unsupported_) return;
    progress.enter(Stage::Buffers);
    device_->transfer();
  }

 private:
  CaseResult judge(const Case& c, const Outputs& written, RawOutput* raw) const override {
    CaseResult result{c, Verdict::Pass};
    Judgement judgement = checker_.judge(written);
    std::set<std::string> cited = standing_clauses(c, session_.facts);
    cited.merge(judgement.clauses);
    result.clauses.assign(cited.begin(), cited.end());
    result.checks = judgement.checks;
    result.failure = std::move(judgement.failure);
    judge_canaries(run_, written, 0, result);
    if (raw != nullptr) *raw = {run_.range.local, checker_.grid().groups, written};
    if (!result.failure) return result;
    result.verdict = Verdict::Fail;
    result.evidence = std::make_shared<const Evidence>(evidence_of(run_, checker_.grid().groups, written));
    result.failure->broken = std::move(judgement.broken);
    return result;
  }

  ProgramChecker checker_;
};

}  // namespace

std::unique_ptr<LaunchStages> prepared(const Launch& launch, const cl::Program& program,
                                       const DeviceSession& session, std::size_t memory, Progress& progress) {
  progress.enter(Stage::Data);  // after a refusal it is the driver's
  if (launch.kernel.program) return std::make_unique<ProgramRun>(launch, program, session, progress);
  return std::make_unique<DeviceLaunch>(launch, program, session, memory, progress);
}

}  // namespace wgcts::harness

#include "harness/schedule/fault_attribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace wgcts::harness {
namespace {

/// How often something must have been guilty alone before it is believed to be.
constexpr std::size_t enough_builds = 2, enough_launches = 4, enough_at_size = 1;
/// So many builtins that are guilty alone at a size speak for all builtins at that size.
constexpr std::size_t enough_builtins = 3;
/// And so many for all launches of a dimension, or of a variant.
constexpr std::size_t enough_in_kind = 2 * enough_builtins;
/// So often launches of a size that is in question are put off.
constexpr std::size_t waits_for_a_size = 6;
/// Silent for so long, a builtin that has hung before is taken to hang again.
constexpr double patience_after_hang = 5;
/// What was in a launch that hung, or anything after a hang while nothing has come through, gets this share.
constexpr double share_of_suspects = 0.25;
constexpr std::size_t hangs_tolerated = 2, hangs_tolerated_over_types = 6;
constexpr std::size_t hangs_without_any_success = 6, faults_without_any_success = 24;

constexpr const char* believed_size =
    "not tried alone: in work-groups of this size builtins have been at fault alone before, and none has "
    "come through";

std::string by_name(const Case& c) { return name(c); }

std::string size_of(const Case& c) {
  return c.local.is_max() ? "max" : std::to_string(volume(c.local.extents));
}

/// The cases put together by key, in the order of first appearance, each group a job of its own.
template <class Key>
std::vector<Job> apart(const std::vector<Case>& cases, Key key) {
  std::vector<Job> jobs;
  std::vector<decltype(key(cases.front()))> keys;
  for (const Case& c : cases) {
    const auto found = std::ranges::find(keys, key(c));
    const auto index = static_cast<std::size_t>(found - keys.begin());
    if (found == keys.end()) {
      keys.push_back(key(c));
      jobs.push_back({.cases = {}, .alone = true});
    }
    jobs[index].cases.push_back(c);
  }
  return jobs;
}

/// Takes a few out of the cases, of as many families and dimensions as there are.
std::vector<Case> take_a_few(std::vector<Case>& cases) {
  std::vector<Case> few;
  const auto new_family = [&](const Case& c) {
    return std::ranges::none_of(few, [&](const Case& f) { return f.builtin->family == c.builtin->family; });
  };
  const auto new_dimension = [&](const Case& c) {
    return std::ranges::none_of(few, [&](const Case& f) { return f.dim == c.dim; });
  };
  const auto take = [&](auto&& wanted) {
    for (auto c = cases.begin(); c != cases.end() && few.size() < enough_builtins;)
      if (wanted(*c)) {
        few.push_back(*c);
        c = cases.erase(c);
      } else {
        ++c;
      }
  };
  take([&](const Case& c) { return new_family(c) && new_dimension(c); });
  take(new_dimension);
  take(new_family);
  take([](const Case&) { return true; });
  return few;
}

/// Whether several launches were in flight.
bool in_company(const Fault& fault, const Job& job) {
  return fault.phase == Phase::Launch &&
         launches_of({.cases = fault.cases, .alone = job.alone, .without = job.without}).size() > 1;
}

/// A builtin's cases, alone in their kernels: as many kernels in programs of their own as make one believe
/// that all are at fault, then the others in one.
std::vector<Job> kernel_by_kernel(const std::vector<Case>& cases) {
  const auto kernels = kernels_of({.cases = cases, .alone = true});
  return apart(cases, [&](const Case& c) {
    const auto place = std::ranges::find(kernels, kernel_of(c, true)) - kernels.begin();
    return std::min(static_cast<std::size_t>(place), enough_builds);
  });
}

/// The builtins of the cases in two parts. Broadcast, which has kernels of its own for each dimension, is
/// parted from the others, whose kernels serve all; without it each part gets half of them.
std::array<std::vector<const Builtin*>, 2> parts_of(const std::vector<Case>& cases) {
  std::vector<const Builtin*> all;
  for (const Case& c : cases)
    if (std::ranges::find(all, c.builtin) == all.end()) all.push_back(c.builtin);
  auto cut = std::ranges::stable_partition(all, [](const Builtin* b) {
               return b->collective.family != Family::Broadcast;
             }).begin();
  if (cut == all.begin() || cut == all.end()) cut = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  return {{{all.begin(), cut}, {cut, all.end()}}};
}

/// Jobs for the cases of a program that fell, in parts that do without each other's builtins.
std::vector<Job> parted(const std::vector<Case>& cases, const std::vector<const Builtin*>& without) {
  std::vector<Job> jobs;
  for (const auto& part : parts_of(cases)) {
    Job job{.without = without};
    for (const Builtin& other : builtins)
      if (std::ranges::find(part, &other) == part.end() &&
          std::ranges::find(job.without, &other) == job.without.end())
        job.without.push_back(&other);
    for (const Case& c : cases)
      if (std::ranges::find(part, c.builtin) != part.end()) job.cases.push_back(c);
    if (part.size() == 1)
      std::ranges::move(kernel_by_kernel(job.cases), std::back_inserter(jobs));
    else if (!part.empty())
      jobs.push_back(std::move(job));
  }
  return jobs;
}

}  // namespace

/// A build does not know the local size, but the type.
std::string Blame::key(Verdict verdict, Phase phase, const Case& c, Subject subject) {
  const auto subject_of = [&]() -> std::string {
    switch (subject) {
      case Subject::Builtin:
        return fmt::format("{} {}", c.builtin->name, phase == Phase::Launch ? "" : info(c.type).name);
      case Subject::BuiltinAtSize:
        return fmt::format("{} at {}", c.builtin->name, size_of(c));
      case Subject::Size:
        return "at " + size_of(c);
      case Subject::SizeInDimension:
        return fmt::format("{}d at {}", c.dim, size_of(c));
      case Subject::Dimension:
        return fmt::format("{}d", c.dim);
      case Subject::Variant:
        return fmt::format("variant {}", c.variant->name);
    }
    __builtin_unreachable();
  };
  return fmt::format("{}/{}/{}", info(verdict).name, static_cast<int>(phase), subject_of());
}

/// What a launch is besides its size.
std::vector<Blame::Subject> Blame::kinds_of(const Case& c) {
  if (c.variant == plain_variant) return {Subject::Dimension};
  return {Subject::Dimension, Subject::Variant};
}

Blame::Record Blame::record(const std::string& key) const {
  const auto found = records_.find(key);
  return found == records_.end() ? Record{} : found->second;
}

bool Blame::believed(Verdict verdict, Phase phase, const Case& c) const {
  const auto guilty = [&](Subject subject, std::size_t enough) {
    return record(key(verdict, phase, c, subject)).believed(enough);
  };
  if (phase != Phase::Launch) return guilty(Subject::Builtin, enough_builds);
  return guilty(Subject::Builtin, enough_launches) || guilty(Subject::BuiltinAtSize, enough_at_size) ||
         guilty(Subject::Size, enough_builtins) ||
         std::ranges::any_of(kinds_of(c), [&](Subject kind) { return guilty(kind, enough_in_kind); });
}

/// Where several launches fell, what befell a builtin in another launch proves nothing: it takes a size at
/// which nothing ever came through, and that was at fault alone in this dimension too.
bool Blame::believed_in_company(Verdict verdict, const Case& c) const {
  return record(key(verdict, Phase::Launch, c, Subject::Size)).believed(enough_builtins) &&
         record(key(verdict, Phase::Launch, c, Subject::SizeInDimension)).believed(1);
}

/// A few builtins of a size first, of as many families as there are: if all of them fall, and none ever
/// stood, it is the size. Until that is known other launches of this size wait, but not for ever: the few may
/// all come to nothing. Where no size can be to blame, launches are parted, and then the builtins of one.
Sentence Blame::split_launch(const Fault& fault, const Job& job, bool company) {
  Sentence sentence;
  std::map<std::string, std::vector<Case>> by_size;
  for (const Case& c : fault.cases)
    if (company && believed_in_company(fault.verdict, c))
      sentence.guilty.push_back(c);
    else
      by_size[key(fault.verdict, fault.phase, c, Subject::Size)].push_back(c);
  Job rest{.without = job.without};
  bool open = false;
  for (auto& [size, cases] : by_size) {
    const bool may_be_the_size = fault.verdict != Verdict::Timeout && record(size).innocent == 0 &&
                                 cases.size() > enough_builtins && questioned_[size] <= waits_for_a_size;
    open |= may_be_the_size;
    if (may_be_the_size && questioned_[size]++ == 0)
      for (Job& job_alone : apart(take_a_few(cases), by_name))
        sentence.retries.push_back(std::move(job_alone));
    rest.cases.insert(rest.cases.end(), cases.begin(), cases.end());
  }
  if (!sentence.guilty.empty()) sentence.remark = believed_size;
  const auto launches = launches_of(rest);
  if (open || !sentence.guilty.empty()) {
    if (!rest.cases.empty()) sentence.later.push_back(std::move(rest));
  } else if (launches.size() > 1) {
    for (const Launch& launch : launches)
      sentence.retries.push_back({.cases = launch.cases, .without = job.without});
  } else {
    sentence.retries = apart(fault.cases, by_name);
  }
  return sentence;
}

Sentence Blame::judge(const Fault& fault, const Job& job) {
  if (fault.cases.empty()) return {};
  ++faults_;
  if (fault.phase == Phase::Launch) {
    std::set<std::string> kinds;
    for (const Case& c : fault.cases)
      for (const Subject subject : kinds_of(c)) kinds.insert(key(fault.verdict, fault.phase, c, subject));
    for (const std::string& kind : kinds) ++records_[kind].falls;
  }
  if (fault.verdict == Verdict::Timeout) {
    ++timeouts_;
    for (const Case& c : fault.cases) suspects_.insert(c.builtin);
  }
  const auto kernels = kernels_of({.cases = fault.cases, .alone = job.alone, .without = job.without});
  const bool alone =
      job.alone && kernels.size() == 1 && (fault.phase != Phase::Launch || fault.cases.size() == 1);
  if (alone) {
    const Case& c = fault.cases.front();
    ++records_[key(fault.verdict, fault.phase, c, Subject::Builtin)].guilty;
    if (fault.phase == Phase::Launch) {
      ++records_[key(fault.verdict, fault.phase, c, Subject::BuiltinAtSize)].guilty;
      for (const Subject subject : whatever_the_builtin)
        ++records_[key(fault.verdict, fault.phase, c, subject)].guilty;
    }
    if (fault.verdict == Verdict::Timeout) ++hung_[c.builtin], ++hung_type_[{c.builtin, c.type}];
    return {.guilty = fault.cases};
  }
  const bool company = in_company(fault, job);
  if (std::ranges::all_of(fault.cases, [&](const Case& c) {
        return company ? believed_in_company(fault.verdict, c) : believed(fault.verdict, fault.phase, c);
      }))
    return {.guilty = fault.cases,
            .remark = fault.phase == Phase::Launch
                          ? believed_size
                          : "not tried alone: each builtin of this program has been at fault alone before, "
                            "and none has come through"};
  if (!job.alone && fault.phase == Phase::Start)
    return {.guilty = fault.cases, .remark = "the device could not even be set up"};
  if (fault.phase == Phase::Launch) return split_launch(fault, job, company);
  return {.retries = job.alone ? kernel_by_kernel(fault.cases) : parted(fault.cases, job.without)};
}

void Blame::note_success(const Case& c, bool alone) {
  ++successes_;
  came_through_.insert(c.builtin);
  for (const Verdict verdict :
       {Verdict::Crash, Verdict::Timeout, Verdict::BuildError, Verdict::LaunchError}) {
    for (const Subject subject : whatever_the_builtin)
      ++records_[key(verdict, Phase::Launch, c, subject)].innocent;
    if (!alone) continue;
    ++records_[key(verdict, Phase::Launch, c, Subject::BuiltinAtSize)].innocent;
    for (const Phase phase : {Phase::Start, Phase::Build, Phase::Launch})
      ++records_[key(verdict, phase, c, Subject::Builtin)].innocent;
  }
}

bool Blame::better_alone(const Case& c) const {
  if (hangs(c) || believed(Verdict::Crash, Phase::Build, c)) return true;
  const auto fells_launches = [&](Verdict v) {
    return record(key(v, Phase::Launch, c, Subject::Builtin)).guilty >= enough_launches;
  };
  return !came_through_.contains(c.builtin) &&
         (fells_launches(Verdict::Crash) || fells_launches(Verdict::LaunchError));
}

bool Blame::hangs(const Case& c) const { return hung_.contains(c.builtin); }

std::string Blame::given_up(const Case& c) const {
  if (successes_ == 0 && timeouts_ >= hangs_without_any_success)
    return fmt::format("not run: {} programs hung and nothing ever came through", timeouts_);
  if (successes_ == 0 && faults_ >= faults_without_any_success)
    return fmt::format("not run: {} attempts failed and nothing ever came through", faults_);
  for (const Verdict verdict : {Verdict::Crash, Verdict::LaunchError}) {
    for (const Subject subject : kinds_of(c)) {
      const Record kind = record(key(verdict, Phase::Launch, c, subject));
      if (kind.innocent == 0 && kind.falls >= faults_without_any_success)
        return fmt::format("not run: {} launches {} failed and none ever came through", kind.falls,
                           subject == Subject::Dimension ? fmt::format("in {}d", c.dim)
                                                         : fmt::format("like {}", c.variant->name));
    }
    if (const std::size_t fell = record(key(verdict, Phase::Launch, c, Subject::Builtin)).guilty;
        fell >= faults_without_any_success && !came_through_.contains(c.builtin))
      return fmt::format("not run: {} launches of {} failed and none ever came through", fell,
                         c.builtin->name);
  }
  const auto hung = hung_.find(c.builtin);
  if (hung != hung_.end() && hung->second >= hangs_tolerated_over_types)
    return fmt::format("not run: {} has hung {} times", c.builtin->name, hung->second);
  const auto found = hung_type_.find({c.builtin, c.type});
  if (found == hung_type_.end() || found->second < hangs_tolerated) return {};
  return fmt::format("not run: {} has hung {} times for {}", c.builtin->name, found->second,
                     info(c.type).name);
}

double Blame::time_limit(const Job& job) const {
  const auto any = [&](auto&& holds) { return std::ranges::any_of(job.cases, holds); };
  if (job.alone && any([&](const Case& c) { return hangs(c); }))
    return std::min(timeout_, patience_after_hang);
  const bool suspect =
      (job.alone && any([&](const Case& c) { return suspects_.contains(c.builtin); })) || successes_ == 0;
  return timeouts_ != 0 && suspect
             ? std::min(timeout_, std::max(patience_after_hang, share_of_suspects * timeout_))
             : timeout_;
}

}  // namespace wgcts::harness

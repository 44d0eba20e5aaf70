#include "harness/blame.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace wgcts {
namespace {

/// How often something must have been guilty alone before it is believed to be.
constexpr std::size_t enough_builds = 2, enough_launches = 4, enough_at_size = 1;
/// So many builtins that are guilty alone at a size speak for all builtins at that size.
constexpr std::size_t enough_builtins = 3;
/// So often launches of a size that is in question are put off.
constexpr std::size_t waits_for_a_size = 6;
/// Silent for so long, a builtin that has hung before is taken to hang again.
constexpr double patience_after_hang = 5;
/// What was in a launch that hung, or anything after a hang while nothing has come through, gets this share.
constexpr double share_of_suspects = 0.25;
constexpr std::size_t hangs_tolerated = 2, hangs_tolerated_over_types = 6;
constexpr std::size_t hangs_without_any_success = 6, faults_without_any_success = 24;

constexpr const char* believed_size =
    "not tried alone: in work-groups of this size builtins have been at fault alone before, and none has come "
    "through";

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

/// Takes a few out of the cases, of as many families as there are.
std::vector<Case> take_a_few(std::vector<Case>& cases) {
  std::vector<Case> few, others;
  for (const Case& c : cases) {
    const bool same_family =
        std::ranges::any_of(few, [&](const Case& f) { return f.builtin->family == c.builtin->family; });
    (same_family || few.size() == enough_builtins ? others : few).push_back(c);
  }
  const std::size_t missing = enough_builtins - few.size();
  few.insert(few.end(), others.begin(), others.begin() + static_cast<std::ptrdiff_t>(missing));
  others.erase(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(missing));
  cases = std::move(others);
  return few;
}

/// Two jobs, each with half of the builtins and kernels without the other half; alone where one is left.
std::vector<Job> halves(const std::vector<Case>& cases, const std::vector<const Builtin*>& without) {
  std::vector<const Builtin*> all;
  for (const Case& c : cases)
    if (std::ranges::find(all, c.builtin) == all.end()) all.push_back(c.builtin);
  const std::size_t middle = all.size() / 2;
  const std::vector<const Builtin*> parts[] = {
      {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(middle)},
      {all.begin() + static_cast<std::ptrdiff_t>(middle), all.end()}};
  std::vector<Job> jobs;
  for (const auto& part : parts) {
    if (part.empty()) continue;
    Job job{.alone = part.size() == 1, .without = without};
    for (const Builtin& other : builtins)
      if (std::ranges::find(part, &other) == part.end() &&
          std::ranges::find(job.without, &other) == job.without.end())
        job.without.push_back(&other);
    for (const Case& c : cases)
      if (std::ranges::find(part, c.builtin) != part.end()) job.cases.push_back(c);
    jobs.push_back(std::move(job));
  }
  return jobs;
}

}  // namespace

/// A build does not know the local size, but the type; a launch is told apart by size, by builtin or both.
std::string Blame::key(Verdict verdict, Phase phase, const Case& c, Subject subject) {
  std::string detail;
  if (phase != Phase::Launch) detail = info(c.type).name;
  if (subject != Subject::Builtin) detail = size_of(c);
  const std::string_view builtin = subject == Subject::Size ? "" : c.builtin->name;
  return fmt::format("{}/{}/{}/{}", info(verdict).name, static_cast<int>(phase), builtin, detail);
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
         guilty(Subject::Size, enough_builtins);
}

/// A few builtins of a size first, of as many families as there are: if all of them fall, and none ever stood,
/// it is the size. Until that is known other launches of this size wait, but not for ever: the few may all come
/// to nothing. Where no size can be to blame, launches are parted, and then the builtins of one.
Sentence Blame::split_launch(const Fault& fault, const Job& job) {
  std::map<std::string, std::vector<Case>> by_size;
  for (const Case& c : fault.cases)
    by_size[key(fault.verdict, fault.phase, c, Subject::Size)].push_back(c);
  Sentence sentence;
  Job rest{.without = job.without, .program = job.program};
  bool open = false;
  for (auto& [size, cases] : by_size) {
    if (by_size.size() > 1 && record(size).believed(enough_builtins)) {
      sentence.guilty.insert(sentence.guilty.end(), cases.begin(), cases.end());
      continue;
    }
    const bool may_be_the_size = fault.verdict != Verdict::Timeout && record(size).innocent == 0 &&
                                 cases.size() > enough_builtins && questioned_[size] <= waits_for_a_size;
    open |= may_be_the_size;
    if (may_be_the_size && questioned_[size]++ == 0)
      for (Job& job_alone : apart(take_a_few(cases), by_name)) sentence.retries.push_back(std::move(job_alone));
    rest.cases.insert(rest.cases.end(), cases.begin(), cases.end());
  }
  if (!sentence.guilty.empty()) sentence.remark = believed_size;
  const auto launches = launches_of(rest);
  if (open || !sentence.guilty.empty()) {
    if (!rest.cases.empty()) sentence.later.push_back(std::move(rest));
  } else if (launches.size() > 1) {
    for (const Launch& launch : launches)
      sentence.retries.push_back({.cases = launch.cases, .without = job.without, .program = job.program});
  } else {
    sentence.retries = apart(fault.cases, by_name);
  }
  return sentence;
}

Sentence Blame::judge(const Fault& fault, const Job& job) {
  if (fault.cases.empty()) return {};
  ++faults_;
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
    if (fault.phase == Phase::Launch)
      for (const Subject subject : {Subject::BuiltinAtSize, Subject::Size})
        ++records_[key(fault.verdict, fault.phase, c, subject)].guilty;
    if (fault.verdict == Verdict::Timeout) ++hung_[c.builtin], ++hung_type_[{c.builtin, c.type}];
    return {.guilty = fault.cases};
  }
  if (std::ranges::all_of(fault.cases,
                          [&](const Case& c) { return believed(fault.verdict, fault.phase, c); }))
    return {.guilty = fault.cases,
            .remark = fault.phase == Phase::Launch
                          ? believed_size
                          : "not tried alone: each builtin of this program has been at fault alone before, "
                            "and none has come through"};
  if (!job.alone && fault.phase == Phase::Start)
    return {.guilty = fault.cases, .remark = "the device could not even be set up"};
  if (fault.phase == Phase::Launch) return split_launch(fault, job);
  if (!job.alone) return {.retries = halves(fault.cases, job.without)};
  // The first kernel alone, then the rest together: where every kernel is at fault, a few are enough to
  // believe.
  auto retries = apart(fault.cases, [&](const Case& c) { return kernel_of(c, true) == kernels.front(); });
  return {.retries = std::move(retries)};
}

void Blame::note_success(const Case& c, bool alone) {
  ++successes_;
  came_through_.insert(c.builtin);
  for (const Verdict verdict :
       {Verdict::Crash, Verdict::Timeout, Verdict::BuildError, Verdict::LaunchError}) {
    ++records_[key(verdict, Phase::Launch, c, Subject::Size)].innocent;
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

}  // namespace wgcts

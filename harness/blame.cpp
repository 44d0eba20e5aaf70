#include "harness/blame.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace wgcts {
namespace {

/// How often a builtin must have been guilty alone before it is believed to be.
constexpr std::size_t enough_at_a_size = 1;
constexpr std::size_t enough_anywhere = 4;
/// Silent for so long, a builtin that has hung before is taken to hang again.
constexpr double patience_after_hang = 5;
constexpr std::size_t hangs_tolerated = 2;
constexpr std::size_t hangs_without_any_success = 6;

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
      jobs.push_back({{}, true});
    }
    jobs[index].cases.push_back(c);
  }
  return jobs;
}

}  // namespace

/// A build does not know the local size, but the type; a launch is told apart by size, or by builtin alone.
std::string Blame::key(Verdict verdict, Phase phase, const Case& c, bool by_size) {
  std::string detail;
  if (phase != Phase::Launch) detail = info(c.type).name;
  if (phase == Phase::Launch && by_size) detail = size_of(c);
  return fmt::format("{}/{}/{}/{}", info(verdict).name, static_cast<int>(phase), c.builtin->name, detail);
}

Blame::Record Blame::record(const std::string& key) const {
  const auto found = records_.find(key);
  return found == records_.end() ? Record{} : found->second;
}

bool Blame::believed(Verdict verdict, Phase phase, const Case& c) const {
  if (record(key(verdict, phase, c, false)).believed(enough_anywhere)) return true;
  return phase == Phase::Launch && record(key(verdict, phase, c, true)).believed(enough_at_a_size);
}

Sentence Blame::judge(const Fault& fault, const Job& job) {
  if (fault.cases.empty()) return {};
  if (fault.verdict == Verdict::Timeout) ++timeouts_;
  const auto kernels = kernels_of({fault.cases, job.alone});
  const bool alone = job.alone && kernels.size() == 1 && (fault.phase != Phase::Launch || fault.cases.size() == 1);
  if (alone) {
    const Case& c = fault.cases.front();
    ++records_[key(fault.verdict, fault.phase, c, false)].guilty;
    if (fault.phase == Phase::Launch) ++records_[key(fault.verdict, fault.phase, c, true)].guilty;
    if (fault.verdict == Verdict::Timeout) ++hung_[c.builtin], ++hung_type_[{c.builtin, c.type}];
    return {fault.cases, "", {}};
  }
  if (std::ranges::all_of(fault.cases, [&](const Case& c) { return believed(fault.verdict, fault.phase, c); }))
    return {fault.cases,
            "not tried alone: each builtin of this program has been at fault alone before, and none has come through", {}};
  if (!job.alone && fault.phase == Phase::Start) return {fault.cases, "the device could not even be set up", {}};
  if (!job.alone || fault.phase == Phase::Launch) {
    auto retries = fault.phase == Phase::Launch ? apart(fault.cases, [](const Case& c) { return name(c); })
                                                : apart(fault.cases, [](const Case& c) { return c.builtin->name; });
    return {{}, "", std::move(retries)};
  }
  // The first kernel alone, then the rest together: where every kernel is at fault, a few are enough to believe.
  auto retries = apart(fault.cases, [&](const Case& c) { return kernel_of(c, true) == kernels.front(); });
  return {{}, "", std::move(retries)};
}

void Blame::note_success(const Case& c, bool alone) {
  ++successes_;
  if (!alone) return;
  for (const Verdict verdict : {Verdict::Crash, Verdict::Timeout, Verdict::BuildError, Verdict::LaunchError})
    for (const Phase phase : {Phase::Start, Phase::Build, Phase::Launch}) {
      ++records_[key(verdict, phase, c, false)].innocent;
      if (phase == Phase::Launch) ++records_[key(verdict, phase, c, true)].innocent;
    }
}

bool Blame::better_alone(const Case& c) const { return hangs(c) || believed(Verdict::Crash, Phase::Build, c); }

bool Blame::hangs(const Case& c) const { return hung_.contains(c.builtin); }

std::string Blame::given_up(const Case& c) const {
  if (successes_ == 0 && timeouts_ >= hangs_without_any_success)
    return fmt::format("not run: {} programs hung and nothing ever came through", timeouts_);
  const auto found = hung_type_.find({c.builtin, c.type});
  if (found == hung_type_.end() || found->second < hangs_tolerated) return {};
  return fmt::format("not run: {} has hung {} times for {}", c.builtin->name, found->second, info(c.type).name);
}

double Blame::time_limit(const Job& job) const {
  const bool suspect = job.alone && std::ranges::any_of(job.cases, [&](const Case& c) { return hangs(c); });
  return suspect || (timeouts_ > 2 && successes_ == 0) ? std::min(timeout_, patience_after_hang) : timeout_;
}

}  // namespace wgcts

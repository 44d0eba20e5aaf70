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

Blame::Record& Blame::alone_record(Verdict verdict, Phase phase, const Case& c, bool by_size) {
  // A build does not know the local size; a launch does.
  return records_[fmt::format("{}/{}/{}/{}", static_cast<int>(verdict), static_cast<int>(phase), c.builtin->name,
                              by_size && phase == Phase::Launch ? size_of(c)
                                                                : std::string(phase == Phase::Launch ? "" : info(c.type).name))];
}

bool Blame::believed(const Fault& fault, const Case& c) {
  const Record& here = alone_record(fault.verdict, fault.phase, c, true);
  const Record& anywhere = alone_record(fault.verdict, fault.phase, c, false);
  const std::size_t enough_here = fault.phase == Phase::Launch ? enough_at_a_size : enough_anywhere;
  return (here.guilty >= enough_here && here.innocent == 0) || (anywhere.guilty >= enough_anywhere && anywhere.innocent == 0);
}

Sentence Blame::judge(const Fault& fault, const Job& job) {
  if (fault.cases.empty()) return {};
  if (fault.verdict == Verdict::Timeout) ++timeouts_;
  const auto kernels = kernels_of({fault.cases, job.alone});
  const bool alone = job.alone && kernels.size() == 1 && (fault.phase != Phase::Launch || fault.cases.size() == 1);
  if (alone) {
    const Case& c = fault.cases.front();
    ++alone_record(fault.verdict, fault.phase, c, true).guilty;
    if (fault.phase == Phase::Launch) ++alone_record(fault.verdict, fault.phase, c, false).guilty;
    if (fault.verdict == Verdict::Timeout) ++hung_[c.builtin], ++hung_type_[{c.builtin, c.type}];
    return {fault.cases, "", {}};
  }
  if (std::ranges::all_of(fault.cases, [&](const Case& c) { return believed(fault, c); }))
    return {fault.cases,
            "not tried alone: each builtin of this program has been at fault alone before, and none has come through", {}};
  if (!job.alone && fault.phase == Phase::Start) return {fault.cases, "the device could not even be set up", {}};
  if (!job.alone || fault.phase == Phase::Launch) {
    auto retries = fault.phase == Phase::Launch ? apart(fault.cases, [](const Case& c) { return name(c); })
                                                : apart(fault.cases, [](const Case& c) { return c.builtin; });
    return {{}, "", std::move(retries)};
  }
  return {{}, "", apart(fault.cases, [](const Case& c) { return name(kernel_of(c, true)); })};
}

void Blame::note_success(const Case& c, bool alone) {
  ++successes_;
  if (!alone) return;
  for (const Verdict verdict : {Verdict::Crash, Verdict::Timeout, Verdict::BuildError, Verdict::LaunchError})
    for (const Phase phase : {Phase::Start, Phase::Build, Phase::Launch}) {
      ++alone_record(verdict, phase, c, true).innocent;
      if (phase == Phase::Launch) ++alone_record(verdict, phase, c, false).innocent;
    }
}

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

#include "harness/schedule/retry_planner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>

#include "harness/check/citations.hpp"
#include "harness/planning/planning.hpp"
#include "harness/program/kernel.hpp"
#include "reference/lists.hpp"

namespace wgcts::harness {
namespace {

/// Maximum number of retried kinds of failures for each verdict other than fail, because each retry costs a
/// process.
constexpr std::size_t most_representatives = 8;

/// The first verdict of the case, even if it passed later.
Verdict first_verdict(const CaseResult& result) {
  return result.attempts.empty() ? result.verdict : result.attempts.front();
}

bool same_kind(const CaseResult& a, const CaseResult& b) {
  if (first_verdict(a) != first_verdict(b)) return false;
  const Case &x = a.the_case, &y = b.the_case;
  if (first_verdict(a) == Verdict::Fail)
    return x.builtin == y.builtin && x.form == y.form && clause_of(a) == clause_of(b);
  const bool same_size =
      x.local.is_max() == y.local.is_max() && volume(x.local.extents) == volume(y.local.extents);
  return (x.builtin == y.builtin && x.type == y.type) || same_size;
}

/// Whether the kernels differ at most in their builtins.
bool are_alike(Kernel a, const Kernel& b) {
  if (!has_broadcast(a) || !has_broadcast(b)) a.dim = b.dim;
  a.members = b.members;
  return a == b;
}

/// Texts for observed failures of groups.
constexpr std::string_view of_group = "a failure of several cases together, and of none alone";
constexpr std::string_view of_group_with_unjudged =
    "a failure of several cases together, some of which got no verdict alone";
constexpr std::string_view not_repeated = "a hang of several cases together that did not repeat";
constexpr std::string_view beside_unselected = "a failure beside builtins that the run does not select";

/// A repeat that hangs costs the time limits of all its cases.
constexpr std::size_t most_repeats = 4;

bool is_hang(const Fault& fault) { return fault.verdict == Verdict::Timeout && fault.phase == Phase::Launch; }

/// Whether the verdict of a case that ran alone is a failure other than a wrong result. NotRun proves
/// nothing.
bool failed_alone(Verdict verdict) {
  constexpr Verdict harmless_verdicts[] = {Verdict::Pass, Verdict::Fail, Verdict::Skip, Verdict::NotRun};
  return !is_in(verdict, harmless_verdicts);
}

/// Whether the case failed in the phase, or may have: its stage may be unknown, or belong to both phases.
bool failed_in(Phase phase, const CaseResult& result) {
  if (!failed_alone(result.verdict)) return false;
  if (result.verdict == Verdict::BuildError) return phase == Phase::Build;
  if (result.verdict == Verdict::LaunchError) return phase == Phase::Launch;
  constexpr Stage of_both[] = {Stage::Create, Stage::Data};
  return !result.stage || is_in(*result.stage, of_both) ||
         (*result.stage == Stage::Build) == (phase == Phase::Build);
}

}  // namespace

bool may_be_flake(Verdict v) {
  constexpr Verdict failing[] = {Verdict::Fail, Verdict::Crash, Verdict::Timeout, Verdict::BuildError,
                                 Verdict::LaunchError};
  return is_in(v, failing);
}

std::vector<std::size_t> cases_to_retry(std::span<const CaseResult> results, std::span<const unsigned> tries,
                                        unsigned retries) {
  std::vector<std::size_t> chosen, representatives;
  std::array<std::size_t, verdicts.size()> count{};
  for (std::size_t i = 0; i < results.size(); ++i) {
    const CaseResult& result = results[i];
    const Verdict verdict = first_verdict(result);
    if (!may_be_flake(verdict) || is_queries_failure(result)) continue;
    // Representatives stay the same in every round because the order of the results does.
    const auto representative =
        std::ranges::find_if(representatives, [&](std::size_t r) { return same_kind(results[r], result); });
    bool wanted = false;
    if (representative != representatives.end()) {
      wanted = results[*representative].verdict == Verdict::Flake;
    } else if (verdict == Verdict::Fail ||
               count[static_cast<std::size_t>(verdict)]++ < most_representatives) {
      wanted = true;
      representatives.push_back(i);
    }
    if (wanted && result.verdict != Verdict::Flake && tries[i] < retries) chosen.push_back(i);
  }
  return chosen;
}

namespace {

/// Whether the case passes with less data than it had when its results were wrong. The fault may need all of
/// the data, for example many work-groups. Results that were not read tell nothing about the data.
bool passes_with_less(const CaseResult& passing, const CaseResult& failing) {
  const auto data_of = [](const CaseResult& result) {
    return result.data_reduced.value_or(std::numeric_limits<std::size_t>::max());
  };
  return passing.verdict == Verdict::Pass && failing.verdict == Verdict::Fail && failing.checks != 0 &&
         data_of(passing) < data_of(failing);
}

/// Whether both have wrong results on the same data, in different work-groups. The local size may differ if
/// the device or the kernel limits it: then the work-groups cannot be compared.
bool have_other_wrong_groups(const CaseResult& a, const CaseResult& b) {
  if (!a.evidence || !b.evidence || a.data_reduced != b.data_reduced) return false;
  if (a.evidence->local != b.evidence->local) return false;
  const auto wrong_groups = [](const CaseResult& r) {
    return mapped(r.evidence->sites, &SiteEvidence::wrong);
  };
  return wrong_groups(a) != wrong_groups(b);
}

}  // namespace

void add_attempt(CaseResult& first, const CaseResult& again) {
  if (again.verdict == Verdict::NotRun) return;
  if (first.verdict == Verdict::NotRun) {
    first = again;
    return;
  }
  if ((first.killed && again.verdict == Verdict::Pass) || (again.killed && first.verdict == Verdict::Pass)) {
    const CaseResult killed = first.killed ? std::exchange(first, again) : again;
    first.observed.insert("a kill that did not repeat: " + killed.message);
    return;
  }
  if (passes_with_less(again, first)) return;
  if (passes_with_less(first, again)) {
    const CaseResult pass = std::exchange(first, again);
    first.observed.insert(pass.observed.begin(), pass.observed.end());
    return;
  }
  first.killed &= again.killed;
  first.varies |= again.varies || have_other_wrong_groups(first, again);
  std::vector<Verdict> attempts =
      first.attempts.empty() ? std::vector{first.verdict} : std::move(first.attempts);
  if (again.attempts.empty())
    attempts.push_back(again.verdict);
  else
    attempts.insert(attempts.end(), again.attempts.begin(), again.attempts.end());
  const bool passed = is_in(Verdict::Pass, attempts);
  const bool failed = std::ranges::any_of(attempts, may_be_flake);
  if (info(first.verdict).good && failed) first = again;
  if (passed && failed && std::exchange(first.verdict, Verdict::Flake) != Verdict::Flake)
    (first.failure ? first.failure->message : first.message) += "; another run passed";
  first.attempts = std::move(attempts);
}

std::size_t time_limits(const Task& task, const std::vector<Case>& launched) {
  std::size_t in_flight = 1;
  for (const Case& c : launched)
    in_flight = std::max<std::size_t>(in_flight, launches_in_flight(c.variant->situation));
  if (task.purpose != Purpose::Repeat) return in_flight;
  std::size_t parts = 0;
  for (const Launch& launch : launches_of(task.job))
    if (launched.empty() || is_in(launched.front(), launch.cases)) parts += launch.kernel.members.size();
  return in_flight * parts;
}

RetryPlanner::RetryPlanner(ResultTable& table, unsigned retries) : table_(table), retries_(retries) {
  for (const CaseResult& result : table.results)
    tries_.push_back(result.attempts.empty() ? 0 : static_cast<unsigned>(result.attempts.size()) - 1);
}

void RetryPlanner::note_failure(const Case& c, const Job& job) {
  const Job program = same_program_for(job, {});
  auto same = std::ranges::find(failed_, program, &Failed::job);
  if (same == failed_.end()) same = failed_.insert(failed_.end(), {program, {}});
  same->cases.push_back(c);
}

void RetryPlanner::note_group_fault(const Fault& fault, const Job& job) {
  for (const Case& c : fault.cases) table_.add(c);
  tries_.resize(table_.results.size());
  group_faults_.push_back({fault, job});
}

void RetryPlanner::note_repeat(const Fault& fault) {
  GroupFault* const group = running_again(fault.cases.front());
  if (group == nullptr) return;
  const bool is_same = fault.verdict == group->fault.verdict && fault.phase == group->fault.phase;
  if (!is_same) group->first_words = group->fault.message;
  group->fault = fault;
  group->failed_again = true;
  hang_is_proved_ |= is_hang(fault);
}

/// The group that contains the case and repeats.
RetryPlanner::GroupFault* RetryPlanner::running_again(const Case& c) {
  const auto found = std::ranges::find_if(group_faults_, [&](const GroupFault& group) {
    return group.has_repeat && group.runs_again && is_in(c, group.fault.cases);
  });
  return found == group_faults_.end() ? nullptr : &*found;
}

const CaseResult& RetryPlanner::conclude(const CaseResult& again, Purpose purpose) {
  CaseResult& first = table_.of(again.the_case);
  if (purpose == Purpose::Repeat) {
    // A group repeats only if each of its cases has passed alone. Only a hang fails the repeat, see
    // note_repeat(). But a wrong result counts in any run.
    const GroupFault* const group = running_again(again.the_case);
    if (group == nullptr || first.verdict != Verdict::Pass || again.verdict != Verdict::Fail) return first;
    note_failure(again.the_case, group->job);
    return first = again;
  }
  add_attempt(first, again);
  return first;
}

const RetryPlanner::Failed* RetryPlanner::failed_with(const Case& c) const {
  const auto found = std::ranges::find_if(failed_, [&](const Failed& f) { return is_in(c, f.cases); });
  return found == failed_.end() ? nullptr : &*found;
}

Task RetryPlanner::retry_of(const Job& job) {
  Task task{job, Purpose::Retry};
  for (const Case& c : task.job.cases) {
    const std::size_t i = table_.index(c);
    if (may_be_flake(table_.results[i].verdict)) ++tries_[i];
  }
  return task;
}

/// A case explains the failure of a group if it failed alone, in the same phase and in a kernel of the group.
RetryPlanner::Culprit RetryPlanner::culprit_of(const GroupFault& group) const {
  const Phase phase = group.fault.phase;
  bool unknown = false, not_judged = false;
  for (const Case& c : group.fault.cases) {
    const CaseResult& result = table_.of(c);
    if (failed_in(phase, result)) return Culprit::Found;
    if (result.verdict == Verdict::NotRun) (result.message.empty() ? unknown : not_judged) = true;
  }
  const auto kernels = kernels_of({group.fault.cases, group.job.alone, group.job.without});
  std::set<std::pair<const Builtin*, GenType>> others;
  for (const Kernel& kernel : kernels)
    for (const Builtin* builtin : kernel.members) others.emplace(builtin, kernel.type);
  for (const Case& c : group.fault.cases) others.erase({c.builtin, c.type});
  auto unselected = others;
  for (const CaseResult& result : table_.results) {
    const Case& c = result.the_case;
    if (!others.contains({c.builtin, c.type})) continue;
    unselected.erase({c.builtin, c.type});
    // Cases of the group keep builtins that other cases leave out.
    const Kernel its = kernel_of(c, group.job.alone, group.job.without);
    if (std::ranges::none_of(kernels, [&](const Kernel& kernel) { return are_alike(its, kernel); })) continue;
    if (failed_in(phase, result)) return Culprit::Found;
    if (result.verdict == Verdict::NotRun) (result.message.empty() ? unknown : not_judged) = true;
  }
  if (unknown) return Culprit::Unknown;
  if (not_judged) return Culprit::NotJudged;
  return unselected.empty() ? Culprit::NoSingleBuiltin : Culprit::MaybeUnselected;
}

/// Whether the failure counts against the cases of the group if none of them fails alone.
bool RetryPlanner::counts(const GroupFault& group) {
  const bool in_launch = group.fault.phase == Phase::Launch;
  return group.fault.verdict == Verdict::Crash ||
         (in_launch && group.fault.verdict == Verdict::LaunchError) ||
         (is_hang(group.fault) && group.failed_again);
}

/// Repeats a hang, because slowness is not a failure; one proof of a hang is enough.
bool RetryPlanner::must_repeat(const GroupFault& group, Culprit culprit) const {
  return culprit == Culprit::NoSingleBuiltin && is_hang(group.fault) && !hang_is_proved_ &&
         !group.runs_again && repeats_ < most_repeats;
}

std::vector<CaseResult> RetryPlanner::settle_group_faults(bool workers_are_busy) {
  static const std::map<Culprit, std::string_view> text_of{{Culprit::NoSingleBuiltin, of_group},
                                                           {Culprit::NotJudged, of_group_with_unjudged},
                                                           {Culprit::MaybeUnselected, beside_unselected}};
  std::vector<CaseResult> settled;
  std::vector<GroupFault> left;
  // The last group that failed is the smallest. A verdict there explains the larger groups before it.
  for (; !group_faults_.empty(); group_faults_.pop_back()) {
    GroupFault& group = group_faults_.back();
    const Culprit culprit = culprit_of(group);
    if (culprit == Culprit::Found) continue;
    const bool again = must_repeat(group, culprit);
    group.has_repeat |= again;
    const bool is_running = workers_are_busy && group.runs_again && group.has_repeat && !group.failed_again;
    if (again || is_running || culprit == Culprit::Unknown)
      left.push_back(std::move(group));
    else if (culprit == Culprit::NoSingleBuiltin && counts(group))
      give_verdict(group, settled);
    else
      observe(group, text_of.at(culprit), settled);
  }
  std::ranges::reverse(left);
  group_faults_ = std::move(left);
  return settled;
}

bool RetryPlanner::explain_group_faults(const Case& c) {
  const CaseResult& result = table_.of(c);
  return std::erase_if(group_faults_, [&](const GroupFault& group) {
           return is_in(c, group.fault.cases) && !group.runs_again && failed_in(group.fault.phase, result);
         }) != 0;
}

bool RetryPlanner::is_unsettled(const Case& c) const {
  return std::ranges::any_of(group_faults_,
                             [&](const GroupFault& group) { return is_in(c, group.fault.cases); });
}

void RetryPlanner::forget_cases() {
  table_ = ResultTable({});
  tries_.clear();
  failed_.clear();
  observed_.clear();
  repeats_ = 0;
}

void RetryPlanner::give_verdict(const GroupFault& group, std::vector<CaseResult>& settled) {
  Failed failed{same_program_for(group.job, {}), {}, true};
  for (const Case& c : group.fault.cases) {
    CaseResult& result = table_.of(c);
    if (result.verdict != Verdict::Pass) continue;
    // The message follows.
    static_cast<Conclusion&>(result) = group.fault;
    result.clauses = clauses_behind(group.fault.verdict, group.fault.phase, c);
    const std::size_t together = group.fault.cases.size();
    result.message = (group.failed_again && group.first_words.empty()
                          ? fmt::format("{} cases together, twice: {}", together, group.fault.message)
                          : fmt::format("{} with {} cases together", words_of(group), together)) +
                     "; each case passes without the others";
    failed.cases.push_back(c);
    // The repeat was the retry of the case.
    if (group.failed_again) tries_[table_.index(c)] = retries_;
    settled.push_back(result);
  }
  if (!failed.cases.empty()) failed_.push_back(std::move(failed));
}

/// The message of the group's failure, or both messages if it failed in two ways.
std::string RetryPlanner::words_of(const GroupFault& group) {
  return group.first_words.empty() ? group.fault.message
                                   : fmt::format("first {}, then {}", group.first_words, group.fault.message);
}

/// Adds the failure to the observations of the cases. The failure of a smaller group explains that of a
/// larger one.
void RetryPlanner::observe(const GroupFault& group, std::string_view kind, std::vector<CaseResult>& settled) {
  if (std::ranges::any_of(group.fault.cases, [&](const Case& c) { return observed_.contains(c); })) return;
  for (const Case& c : group.fault.cases) {
    observed_.insert(c);
    CaseResult& result = table_.of(c);
    // Cases without a verdict also show the failure, for groups in which none passed.
    if (result.verdict != Verdict::Pass && result.verdict != Verdict::NotRun) continue;
    result.observed.insert(fmt::format("{}: {}", kind, words_of(group)));
    settled.push_back(result);
  }
}

// Repeats run one after the other, the cheapest first.
std::optional<Task> RetryPlanner::next_repeat() {
  if (repeats_ == most_repeats) return std::nullopt;
  GroupFault* cheapest = nullptr;
  for (GroupFault& group : group_faults_) {
    const bool waits = group.has_repeat && !group.runs_again;
    if (waits && (cheapest == nullptr || group.fault.cases.size() < cheapest->fault.cases.size()))
      cheapest = &group;
  }
  if (cheapest == nullptr) return std::nullopt;
  ++repeats_;
  cheapest->runs_again = true;
  return Task{same_program_for(cheapest->job, cheapest->fault.cases), Purpose::Repeat};
}

std::vector<CaseResult> RetryPlanner::settle_repeat(const Task& done) {
  std::vector<CaseResult> settled;
  GroupFault* const group = running_again(done.job.cases.front());
  if (group == nullptr || group->failed_again) return settled;
  if (!std::ranges::is_permutation(done.job.cases, group->fault.cases)) {
    // A repeat of only some cases is not tried again.
    drop_repeat(done);
    return settled;
  }
  observe(*group, not_repeated, settled);
  group_faults_.erase(group_faults_.begin() + (group - group_faults_.data()));
  return settled;
}

void RetryPlanner::drop_repeat(const Task& task) {
  if (GroupFault* const group = running_again(task.job.cases.front())) group->has_repeat = false;
}

std::vector<Task> RetryPlanner::next() {
  auto tasks = attempts_at(cases_to_retry(table_.results, tries_, retries_));
  if (auto repeat = next_repeat()) tasks.push_back(*std::move(repeat));
  return tasks;
}

std::vector<Task> RetryPlanner::attempts_at(const std::vector<std::size_t>& chosen) {
  std::vector<Job> jobs(failed_.size());
  for (const std::size_t i : chosen) {
    const CaseResult& result = table_.results[i];
    const Case& c = result.the_case;
    // Cases that failed together are retried together, in the same kernels and launches.
    const Failed* const failed = failed_with(c);
    if (failed == nullptr) {
      jobs.push_back({.cases = {c}, .alone = result.verdict != Verdict::Fail});
      continue;
    }
    Job& job = jobs[static_cast<std::size_t>(failed - failed_.data())];
    if (job.cases.empty()) job = failed->job;
    if (failed->together)
      job.cases = failed->cases;
    else
      job.cases.push_back(c);
  }
  std::vector<Task> tasks;
  for (const Job& job : jobs)
    if (!job.cases.empty()) tasks.push_back(retry_of(job));
  return tasks;
}

}  // namespace wgcts::harness

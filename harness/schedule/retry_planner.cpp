#include "harness/schedule/retry_planner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <utility>

#include "harness/schedule/retry_choice.hpp"

namespace wgcts::harness {
namespace {

/// Begins what is added to a failure's message when the builtin was tried by itself.
constexpr std::string_view looked_alone = "; alone in a kernel: ";

/// The job's kernels for other cases of it.
Job like(const Job& job) { return {{}, job.alone, job.without}; }

/// Nothing is said of a flake: what passes by itself at times does so alone as well.
void compare(CaseResult& first, const CaseResult& alone) {
  if (!first.failure || first.verdict == Verdict::Flake) return;
  first.failure->message +=
      fmt::format("{}{}{}", looked_alone, info(alone.verdict).name,
                  alone.verdict == Verdict::Pass ? ", so another builtin disturbs it" : "");
}

void unsay_comparison(CaseResult& flake) {
  if (!flake.failure) return;
  std::string& message = flake.failure->message;
  if (const auto at = message.find(looked_alone); at != std::string::npos)
    message.erase(at, message.find(';', at + looked_alone.size()) - at);
}

}  // namespace

Rounds::Rounds(ResultTable& ledger, unsigned retries) : ledger_(ledger), retries_(retries) {
  for (const CaseResult& result : ledger.results)
    tries_.push_back(result.attempts.empty() ? 0 : static_cast<unsigned>(result.attempts.size()) - 1);
}

void Rounds::note_failure(const Case& c, const Job& job) {
  auto same = std::ranges::find(failed_, job, &Failed::job);
  if (same == failed_.end()) same = failed_.insert(failed_.end(), {job, {}});
  same->cases.push_back(c);
}

void Rounds::note_fall(std::vector<Case> cases, const Job& job, std::string message, std::string log) {
  falls_.push_back({std::move(cases), job, std::move(message), std::move(log)});
}

const CaseResult& Rounds::conclude(const CaseResult& again, Purpose purpose) {
  CaseResult& first = ledger_.of(again.the_case);
  if (purpose == Purpose::LookAlone) {
    compare(first, again);
  } else {
    add_attempt(first, again);
    if (first.verdict == Verdict::Flake) unsay_comparison(first);
  }
  return first;
}

std::optional<Task> Rounds::another(const Task& done) {
  if (done.purpose != Purpose::Retry) return std::nullopt;
  Task task{like(done.job), Purpose::Retry};
  for (const Case& c : done.job.cases) {
    const std::size_t i = ledger_.index(c);
    if (ledger_.results[i].verdict == Verdict::Flake || tries_[i] >= retries_) continue;
    ++tries_[i];
    task.job.cases.push_back(c);
  }
  if (task.job.cases.empty()) return std::nullopt;
  return task;
}

/// Whether somebody was found who took the worker down: one of the cases, or a builtin that the kernels hold
/// though none of its cases is among them.
bool Rounds::explained(const Fall& fall) const {
  const auto bad = [](const CaseResult& result) {
    constexpr Verdict innocent[] = {Verdict::Pass, Verdict::Fail, Verdict::Skip};
    return std::ranges::find(innocent, result.verdict) == std::end(innocent);
  };
  if (std::ranges::any_of(fall.cases, [&](const Case& c) { return bad(ledger_.of(c)); })) return true;
  std::set<const Builtin*> bystanders;
  for (const Kernel& kernel : kernels_of({fall.cases, fall.job.alone, fall.job.without}))
    bystanders.insert(kernel.members.begin(), kernel.members.end());
  for (const Case& c : fall.cases) bystanders.erase(c.builtin);
  return std::ranges::any_of(ledger_.results, [&](const CaseResult& result) {
    const Case& c = result.the_case;
    return bystanders.contains(c.builtin) && c.type == fall.cases.front().type && bad(result);
  });
}

std::vector<CaseResult> Rounds::charge_fallen() {
  std::vector<CaseResult> charged;
  // The last fell in the smallest company: who is charged there explains the falls before.
  for (; !falls_.empty(); falls_.pop_back()) {
    const Fall& fall = falls_.back();
    if (explained(fall)) continue;
    for (const Case& c : fall.cases) {
      CaseResult& result = ledger_.of(c);
      if (result.verdict != Verdict::Pass) continue;
      result.verdict = Verdict::Crash;
      result.message =
          fmt::format("{} with {} cases together, each of which comes through without the others",
                      fall.message, fall.cases.size());
      result.log = fall.log;
      note_failure(c, fall.job);
      charged.push_back(result);
    }
  }
  return charged;
}

std::vector<Task> Rounds::next() {
  auto tasks = attempts_at(to_retry(ledger_.results, tries_, retries_));
  std::ranges::move(looks_alone(true), std::back_inserter(tasks));
  return tasks;
}

std::vector<Task> Rounds::early() {
  auto chosen = to_retry(ledger_.results, tries_, retries_);
  // The first failure of a builtin and form stands for the others. Which death comes first is seen in the
  // end. Second attempts follow upon first ones.
  std::erase_if(chosen, [&](std::size_t i) {
    return tries_[i] != 0 || ledger_.results[i].verdict != Verdict::Fail || may_be_preceded(i);
  });
  auto tasks = attempts_at(chosen);
  std::ranges::move(looks_alone(false), std::back_inserter(tasks));
  return tasks;
}

/// Whether a case before this one, of its builtin and form, has no verdict yet: it may come to fail first.
bool Rounds::may_be_preceded(std::size_t place) const {
  const Case& c = ledger_.results[place].the_case;
  return std::ranges::any_of(std::span(ledger_.results).first(place), [&](const CaseResult& earlier) {
    return earlier.verdict == Verdict::NotRun && earlier.the_case.builtin == c.builtin &&
           earlier.the_case.form == c.form;
  });
}

std::vector<Task> Rounds::attempts_at(const std::vector<std::size_t>& chosen) {
  std::vector<Task> tasks(failed_.size());
  for (const std::size_t i : chosen) {
    ++tries_[i];
    const CaseResult& result = ledger_.results[i];
    const Case& c = result.the_case;
    // What failed together is tried again together, in the same kernels and launches.
    const auto failed = std::ranges::find_if(
        failed_, [&](const Failed& f) { return std::ranges::find(f.cases, c) != f.cases.end(); });
    if (failed == failed_.end()) {
      tasks.push_back({{.cases = {c}, .alone = result.verdict != Verdict::Fail}, Purpose::Retry});
      continue;
    }
    Task& together = tasks[static_cast<std::size_t>(failed - failed_.begin())];
    if (together.job.cases.empty()) together = {like(failed->job), Purpose::Retry};
    together.job.cases.push_back(c);
  }
  std::erase_if(tasks, [](const Task& task) { return task.job.cases.empty(); });
  return tasks;
}

/// A builtin that fails beside others is tried once by itself, so that the report says whose fault it is: the
/// first case of each builtin and form, so that no chance decides which. What can share a program does.
std::vector<Task> Rounds::looks_alone(bool settled) {
  std::vector<Task> tasks;
  for (std::size_t i = 0; i < ledger_.results.size(); ++i) {
    const CaseResult& result = ledger_.results[i];
    const Case& c = result.the_case;
    if (result.verdict != Verdict::Fail || !result.failure || kernel_of(c, false).members.size() == 1)
      continue;
    const std::pair kind{c.builtin, c.form};
    if (looked_.contains(kind) || (!settled && may_be_preceded(i))) continue;
    looked_.insert(kind);
    if (result.failure->message.find(looked_alone) != std::string::npos) continue;
    const auto same = std::ranges::find_if(tasks, [&](const Task& task) {
      const Case& other = task.job.cases.front();
      return other.type == c.type && other.variant == c.variant;
    });
    if (same != tasks.end())
      same->job.cases.push_back(c);
    else
      tasks.push_back({{.cases = {c}, .alone = true}, Purpose::LookAlone});
  }
  return tasks;
}

}  // namespace wgcts::harness

#include "harness/schedule/noinline_retry.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "suites/programs/draw_program.hpp"

namespace wgcts::harness {
namespace {

bool uses_noinline(const Case& c) {
  return is_program(c) && std::ranges::any_of(draw_program(key_of(c)).program.functions, &Function::noinline);
}

bool has_failed(const CaseResult& result) {
  return !info(result.verdict).good && result.verdict != Verdict::NotRun;
}

}  // namespace

// The retry differs in the attribute only: it has the same neighbours as the failed run.
std::vector<Task> NoinlineRetry::next() {
  std::vector<Task> tasks;
  for (const CaseResult& result : table_.results)
    if (has_failed(result) && given_.insert(result.the_case).second && uses_noinline(result.the_case))
      tasks.push_back(
          {{.cases = {result.the_case}, .alone = result.neighbours.empty(), .built_with = result.neighbours},
           Purpose::WithoutNoinline});
  return tasks;
}

const CaseResult& NoinlineRetry::conclude(const CaseResult& without) {
  CaseResult& result = table_.of(without.the_case);
  if (without.verdict != Verdict::Pass) return result;
  const Verdict with = result.verdict;
  std::vector<Verdict> attempts = result.attempts.empty() ? std::vector{with} : std::move(result.attempts);
  attempts.push_back(Verdict::Pass);
  result = without;
  result.attempts = std::move(attempts);
  result.observed.insert(fmt::format("__attribute__((noinline)): {}", info(with).name));
  return result;
}

}  // namespace wgcts::harness

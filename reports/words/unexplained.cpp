#include <algorithm>
#include <string>
#include <tuple>

#include "harness/diagnose/diagnose.hpp"
#include "harness/experiments/experiments.hpp"
#include "reports/words/words.hpp"

namespace wgcts::reports {
namespace {

// The kind of failure: the sentence up to the first semicolon, without numbers, because those depend on the
// local size.
std::string shape_of(std::string_view sentence) {
  std::string shape;
  for (const char c : printable(sentence.substr(0, sentence.find(';'))))
    if (c < '0' || c > '9')
      shape += c;
    else if (!shape.ends_with('#'))
      shape += '#';
  return shape;
}

auto key_of(const CaseResult* result) {
  const auto& failure = result->failure;
  return std::tuple(result->verdict, failure ? result->the_case.builtin : nullptr,
                    failure ? static_cast<int>(result->the_case.type) : -1,
                    failure ? failure->clause : std::string(), shape_of(sentence_of(*result)));
}

}  // namespace

std::vector<Bug> unexplained(const Report& report) {
  std::vector<const CaseResult*> failing;
  for (const CaseResult& result : report.cases)
    if (!info(result.verdict).good && bugs_of(report, result).empty()) failing.push_back(&result);
  auto groups = grouped(failing, key_of);
  std::ranges::stable_sort(groups, [](const auto& a, const auto& b) {
    const Verdict first = a.front()->verdict, other = b.front()->verdict;
    return first != other ? worse(first, other) : a.size() > b.size();
  });
  std::vector<Bug> bugs;
  for (const auto& group : groups) {
    const CaseResult& first = *group.front();
    Bug& bug = bugs.emplace_back(undiagnosed_bug(group));
    bug.minimal = lane_table_of(first);
    bug.minimal->name = bug.example;
    const std::string& message = first.failure ? first.failure->message : first.message;
    bug.minimal->message = sentence_of(first);
    if (bug.minimal->message.empty()) bug.minimal->message = info(first.verdict).meaning;
    // The bug's sentence ends with the message. The stage and the amount of data follow.
    bug.sentence += bug.minimal->message.substr(message.size());
    // Its clauses are tested but not broken.
    if (first.verdict == Verdict::UnexpectedPass) bug.clauses.clear();
  }
  return bugs;
}

}  // namespace wgcts::reports

#include "reports/words/failure_groups.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "reports/model/bugs.hpp"
#include "reports/model/printable.hpp"
#include "reports/words/failure_words.hpp"

namespace wgcts::reports {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The kind of failure: the sentence up to the first semicolon, without numbers, since those depend on the
// local size.
std::string shape_of(std::string_view sentence) {
  std::string shape;
  for (const char c : printable(sentence.substr(0, sentence.find(';'))))
    if (!is_digit(c))
      shape += c;
    else if (!shape.ends_with('#'))
      shape += '#';
  return shape;
}

auto key_of(const CaseResult& result) {
  const auto& failure = result.failure;
  return std::tuple(result.verdict, failure ? result.the_case.builtin : nullptr,
                    failure ? static_cast<int>(result.the_case.type) : -1,
                    failure ? failure->clause : std::string(), shape_of(sentence_of(result)));
}

std::size_t pairs_in(const FailureGroup& group) {
  std::set<std::pair<const Builtin*, GenType>> pairs;
  for (const CaseResult* result : group.cases) pairs.emplace(result->the_case.builtin, result->the_case.type);
  return pairs.size();
}

}  // namespace

std::vector<FailureGroup> failure_groups(const Report& report) {
  std::vector<FailureGroup> groups;
  std::map<decltype(key_of(report.cases[0])), std::size_t> places;
  for (const CaseResult& result : report.cases) {
    if (info(result.verdict).good || !bugs_of(report, result).empty()) continue;
    const auto [place, is_new] = places.try_emplace(key_of(result), groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].cases.push_back(&result);
  }
  for (FailureGroup& group : groups) group.pairs = pairs_in(group);
  std::ranges::stable_sort(groups, [](const FailureGroup& a, const FailureGroup& b) {
    if (a.first().verdict != b.first().verdict) return worse(a.first().verdict, b.first().verdict);
    return a.cases.size() > b.cases.size();
  });
  return groups;
}

}  // namespace wgcts::reports

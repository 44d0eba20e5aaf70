// Groups the failing cases without wrong results of single collectives: abnormal terminations and failed
// checks.
#include <regex>

#include "harness/diagnose/diagnose.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::harness {
namespace {

struct Code {
  Verdict verdict;
  std::string_view code;
};
constexpr Code codes[] = {{Verdict::Crash, "crash"},
                          {Verdict::Timeout, "hang"},
                          {Verdict::BuildError, "build"},
                          {Verdict::LaunchError, "launch"}};

std::string first_match(const std::string& text, const char* pattern) {
  std::smatch found;
  return std::regex_search(text, found, std::regex(pattern)) ? found.str() : std::string();
}

std::string normalized(std::string line) {
  // Names of our kernels and of builtins, mangled or not. They identify the case, not the bug.
  static const std::regex names_of_cases("\\b(" + joined(all_forms(), "|", &Form::name) +
                                         ")_[a-z]+_[A-Za-z0-9_]*|\\b(_Z[0-9]+)?work_group_(" +
                                         joined(builtins, "|", &Builtin::name) + ")([a-z]{0,2})\\b");
  line = std::regex_replace(line, std::regex("/[^ :]*/"), "");
  line = std::regex_replace(line, names_of_cases, "*");
  line = std::regex_replace(line, std::regex("tempfile_[A-Za-z0-9]+"), "tempfile_*");  // PoCL
  line = std::regex_replace(line, std::regex("[A-Z]{16,}|[0-9a-f]{16,}"), "*");        // hashes in file names
  line = std::regex_replace(line, std::regex("0x[0-9a-fA-F]+"), "0x");
  line = std::regex_replace(line, std::regex("[0-9]+"), "N");
  constexpr std::size_t longest = 120;
  line.resize(std::min(line.size(), longest));
  return line;
}

/// The first line of a log that reports an error; empty if there is none.
std::string error_line(const std::string& log) {
  static const std::regex error(
      "error|undefined|assert|abort|fatal|fail|cannot|could not|invalid|unsupported|undeclared|not found|"
      "symbol|terminate|exception",
      std::regex::icase);
  constexpr std::size_t longest = 1000;  // longer lines are dumps
  for (std::size_t at = 0; at < log.size();) {
    const std::size_t end = std::min(log.find('\n', at), log.size());
    const std::string line = log.substr(at, end - at);
    if (line.size() < longest && std::regex_search(line, error)) return normalized(line);
    at = end + 1;
  }
  return {};
}

/// Removes the driver message, and the error codes that only differ in how the program was built: in one
/// step, or compiled and linked.
CauseWord kind_of_termination(CauseWord word) {
  word = without_words(std::move(word));
  constexpr std::string_view refusals[] = {"CL_BUILD_PROGRAM_FAILURE", "CL_COMPILE_PROGRAM_FAILURE",
                                           "CL_LINK_PROGRAM_FAILURE"};
  std::erase_if(word.parameters,
                [&](const auto& p) { return p.first == "error" && is_in(p.second, refusals); });
  return word;
}

/// The boundary between these cases and those of `passing` that can contradict it. Compares whole cases.
Boundary boundary_of_cases(const std::vector<std::size_t>& cases, Places passing, const Inquiry& inquiry) {
  const std::vector<Place> failing = places_of(cases, inquiry);
  const Places wrong = places_in(failing);
  std::erase_if(passing, [&](const Place* p) { return !speaks_against(p->the_case, wrong); });
  return boundary_between(wrong, passing);
}

/// The same for cases with the same termination. A variant may launch other sizes or build other text than
/// its case states. So the conditions of the cases without a variant are reported if that takes fewer bits.
Boundary boundary_of_terminations(const std::vector<std::size_t>& cases, Places passing,
                                  const Inquiry& inquiry) {
  Boundary boundary = boundary_of_cases(cases, passing, inquiry);
  std::vector<std::size_t> plain = cases;
  std::erase_if(plain, [&](std::size_t i) { return inquiry.results[i].the_case.variant != plain_variant; });
  if (plain.empty()) return boundary;
  std::erase_if(passing, [](const Place* p) { return p->the_case.variant != plain_variant; });
  Boundary of_plain = boundary_of_cases(plain, std::move(passing), inquiry);
  const auto outside = static_cast<std::size_t>(
      std::ranges::count_if(places_of(cases, inquiry), [&](const Place& p) { return !of_plain.holds(p); }));
  of_plain.exceptions += bits_of_exceptions(outside, cases.size());
  return of_plain.description_length() < boundary.description_length() ? of_plain : boundary;
}

}  // namespace

std::string_view termination_code(Verdict verdict) {
  const Code* row = find_row(codes, verdict, &Code::verdict);
  return row == nullptr ? std::string_view() : row->code;
}

Verdict verdict_of_code(std::string_view code) {
  const Code* row = find_row(codes, code, &Code::code);
  return row == nullptr ? Verdict::Fail : row->verdict;
}

CauseWord termination_word(const CaseResult& result) {
  CauseWord word{std::string(termination_code(result.verdict))};
  const auto add = [&](std::string_view name, std::string value) {
    if (!value.empty()) word.parameters.emplace_back(name, std::move(value));
  };
  // A queue may defer the kernel until the results are read.
  if (result.stage)
    add("stage", std::string(info(*result.stage == Stage::Read ? Stage::Launch : *result.stage).name));
  add("signal", first_match(result.message, "SIG[A-Z]+"));
  add("error", first_match(result.message, "CL_[A-Z_]+"));
  // The log of a hang contains no error, only the usual output.
  if (result.verdict != Verdict::Timeout) add(words_of_driver, error_line(result.log));
  return word;
}

std::string time_limit_in(const std::string& text) {
  return first_match(text, "no answer within [0-9.e+]+ s");
}

std::vector<Place> places_of(const std::vector<std::size_t>& cases, const Inquiry& inquiry) {
  std::vector<Place> places;
  for (const std::size_t i : cases) places.push_back(place_of(inquiry.results[i].the_case, inquiry.device));
  return places;
}

std::vector<Finding> cluster_terminations(const Inquiry& inquiry) {
  std::map<std::size_t, CauseWord> words;
  std::map<CauseWord, std::vector<std::size_t>> by_kind, by_word;
  for (std::size_t i = 0; i < inquiry.results.size(); ++i) {
    const CaseResult& r = inquiry.results[i];
    if (is_program(r.the_case) || !is_termination(r.verdict)) continue;
    const CauseWord& word = words[i] = termination_word(r);
    by_word[word].push_back(i);
    by_kind[kind_of_termination(word)].push_back(i);
  }
  if (words.empty()) return {};
  const auto right = places_where(
      inquiry, [](const CaseResult& r) { return has_results(r.verdict) && !is_program(r.the_case); });
  const auto usual_word = [&](const std::vector<std::size_t>& cases) {
    return words.at(
        *std::ranges::max_element(cases, {}, [&](std::size_t i) { return by_word.at(words.at(i)).size(); }));
  };
  // Driver messages for one bug may differ between cases. Messages for two bugs may be equal.
  const KeyOf keys[] = {
      [&](std::size_t i) { return by_word.at(words.at(i)).front(); },
      [&](std::size_t i) { return index_in(subjects, inquiry.results[i].the_case.builtin); }};
  const BoundaryOf boundary_of = [&](const std::vector<std::size_t>& some) {
    return boundary_of_terminations(some, places_in(right), inquiry);
  };
  std::vector<Finding> findings;
  for (const auto& [kind, cases] : by_kind)
    for (auto& [part, boundary] : shortest_division(cases, keys, boundary_of)) {
      const std::string limit = time_limit_in(inquiry.results[part.front()].message);
      findings.push_back({usual_word(part), std::move(boundary), part, 1, limit});
    }
  return findings;
}

std::vector<Finding> cluster_the_rest(const Inquiry& inquiry, const std::vector<Finding>& explained) {
  std::set<std::size_t> done;
  for (const Finding& f : explained) done.insert(f.cases.begin(), f.cases.end());
  std::map<std::string, std::vector<std::size_t>> by_check;
  const auto passing = places_where(
      inquiry, [](const CaseResult& r) { return r.verdict == Verdict::Pass && !is_program(r.the_case); });
  for (std::size_t i = 0; i < inquiry.results.size(); ++i) {
    const CaseResult& r = inquiry.results[i];
    if (is_bad(r) && !is_program(r.the_case) && !done.contains(i) && !is_explained_already(r))
      by_check[r.failure ? r.failure->check : std::string()].push_back(i);
  }
  std::vector<Finding> findings;
  for (const auto& [check, cases] : by_check) {
    const std::string& words = failure_text(inquiry.results[cases.front()]);
    findings.push_back({{"unknown"}, boundary_of_cases(cases, places_in(passing), inquiry), cases, 0, words});
  }
  return findings;
}

}  // namespace wgcts::harness

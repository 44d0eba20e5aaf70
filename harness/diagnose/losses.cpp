#include "harness/diagnose/losses.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <regex>

#include "harness/diagnose/finding.hpp"
#include "harness/diagnose/sentence.hpp"

namespace wgcts::harness {
namespace {

constexpr std::pair<Verdict, std::string_view> loss_codes[] = {{Verdict::Crash, "crash"},
                                                               {Verdict::Timeout, "hang"},
                                                               {Verdict::BuildError, "build"},
                                                               {Verdict::LaunchError, "launch"}};

std::string first_match(const std::string& text, const char* pattern) {
  std::smatch found;
  return std::regex_search(text, found, std::regex(pattern)) ? found.str() : std::string();
}

/// A word with the names of our kernels and of builtins, which tell the case and not the bug.
const std::regex& names_of_cases() {
  static const std::regex names = [] {
    std::string forms, all;
    for (const Form& form : all_forms()) forms += (forms.empty() ? "" : "|") + std::string(form.name);
    for (const Builtin& b : builtins) all += (all.empty() ? "" : "|") + std::string(b.name);
    return std::regex("\\b(" + forms + ")_[a-z]+_[A-Za-z0-9_]*|\\b(_Z[0-9]+)?work_group_(" + all +
                      ")([a-z]{0,2})\\b");
  }();
  return names;
}

/// A driver's line without what differs from run to run and from case to case: kernels, addresses, numbers,
/// paths of temporary files.
std::string without_numbers(std::string line) {
  line = std::regex_replace(line, std::regex("/[^ :]*/"), "");
  line = std::regex_replace(line, names_of_cases(), "*");
  line = std::regex_replace(line, std::regex("tempfile_[A-Za-z0-9]+"), "tempfile_*");  // PoCL's own
  line = std::regex_replace(line, std::regex("0x[0-9a-fA-F]+"), "0x");
  line = std::regex_replace(line, std::regex("[0-9]+"), "N");
  constexpr std::size_t longest = 120;
  if (line.size() > longest) line.resize(longest);
  return line;
}

/// The first line that says what went wrong, or nothing.
std::string telling_line(const std::string& log) {
  static const std::regex telling(
      "error|undefined|assert|abort|fatal|fail|cannot|could not|invalid|unsupported|undeclared|not found|"
      "symbol|terminate|exception",
      std::regex::icase);
  for (std::size_t at = 0; at < log.size();) {
    const std::size_t end = std::min(log.find('\n', at), log.size());
    const std::string line = log.substr(at, end - at);
    if (line.size() < 1000 && std::regex_search(line, telling)) return without_numbers(line);
    at = end + 1;
  }
  return {};
}

/// A program that is compiled and linked in two steps is refused by another name.
CauseWord without_step(CauseWord word) {
  constexpr std::string_view refusals[] = {"CL_BUILD_PROGRAM_FAILURE", "CL_COMPILE_PROGRAM_FAILURE",
                                           "CL_LINK_PROGRAM_FAILURE"};
  std::erase_if(word.parameters, [&](const auto& p) {
    return p.first == "error" && std::ranges::find(refusals, p.second) != std::end(refusals);
  });
  return word;
}

struct Group {
  CauseWord what;
  std::vector<std::size_t> cases;
};

std::vector<Group> alike(std::span<const CaseResult> results) {
  std::map<CauseWord, std::map<CauseWord, std::vector<std::size_t>>> by_word;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (is_loss(results[i].verdict) && !is_program(results[i].the_case)) {
      const CauseWord word = loss_word(results[i]);
      by_word[without_step(word)][word].push_back(i);
    }
  std::vector<Group> groups;
  for (const auto& [common, exact] : by_word) {
    const auto most = [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); };
    groups.push_back({std::ranges::max_element(exact, most)->first, {}});
    for (const auto& [word, cases] : exact)
      groups.back().cases.insert(groups.back().cases.end(), cases.begin(), cases.end());
  }
  // Those without words join the largest that differs in nothing else.
  for (Group& silent : groups) {
    if (without_words(silent.what) != silent.what) continue;
    Group* host = nullptr;
    for (Group& other : groups)
      if (&other != &silent && without_words(other.what) == silent.what &&
          (host == nullptr || other.cases.size() > host->cases.size()))
        host = &other;
    if (host == nullptr) continue;
    host->cases.insert(host->cases.end(), silent.cases.begin(), silent.cases.end());
    silent.cases.clear();
  }
  std::erase_if(groups, [](const Group& g) { return g.cases.empty(); });
  for (Group& g : groups) std::ranges::sort(g.cases);
  return groups;
}

std::vector<Place> places_of(const std::vector<std::size_t>& cases, const Inquiry& inquiry) {
  std::vector<Place> places;
  for (const std::size_t i : cases) places.push_back(place_of(inquiry.results[i].the_case, inquiry.device));
  return places;
}

/// Where no few conditions hold a group together it may be of two bugs: each builtin's own, then each type's.
std::vector<std::vector<std::size_t>> parted(const std::vector<std::size_t>& cases, const Inquiry& inquiry,
                                             bool by_type) {
  std::map<std::size_t, std::vector<std::size_t>> parts;
  for (const std::size_t i : cases) {
    const Case& c = inquiry.results[i].the_case;
    parts[by_type ? static_cast<std::size_t>(c.type)
                  : static_cast<std::size_t>(std::ranges::find(subjects, c.builtin) - subjects.begin())]
        .push_back(i);
  }
  std::vector<std::vector<std::size_t>> list;
  for (auto& [key, part] : parts) list.push_back(std::move(part));
  return list;
}

/// What a driver says of one bug may differ from case to case. What fails in the same way at the same places,
/// and nowhere else, is one bug.
void join_or_add(std::vector<Finding>& findings, Finding&& f) {
  for (Finding& other : findings) {
    if (f.boundary.conditions.empty() || f.boundary.amiss != 0 || other.boundary.amiss != 0) break;
    if (without_words(other.what) != without_words(f.what) || other.boundary.where() != f.boundary.where())
      continue;
    if (other.cases.size() < f.cases.size()) other.what = f.what;
    other.cases.insert(other.cases.end(), f.cases.begin(), f.cases.end());
    return;
  }
  findings.push_back(std::move(f));
}

}  // namespace

std::string_view loss_code(Verdict verdict) {
  for (const auto& [loss, code] : loss_codes)
    if (loss == verdict) return code;
  return {};
}

bool is_loss_code(std::string_view code) {
  return std::ranges::any_of(loss_codes, [&](const auto& row) { return row.second == code; });
}

CauseWord loss_word(const CaseResult& result) {
  CauseWord word{std::string(loss_code(result.verdict))};
  if (result.stage) word.parameters.emplace_back("stage", info(*result.stage).name);
  if (auto signal = first_match(result.message, "SIG[A-Z]+"); !signal.empty())
    word.parameters.emplace_back("signal", std::move(signal));
  if (auto error = first_match(result.message, "CL_[A-Z_]+"); !error.empty())
    word.parameters.emplace_back("error", std::move(error));
  // What hangs prints what everything else prints.
  if (result.verdict != Verdict::Timeout)
    if (auto words = telling_line(result.log); !words.empty())
      word.parameters.emplace_back(words_of_driver, std::move(words));
  return word;
}

std::vector<Finding> explain_losses(const Inquiry& inquiry) {
  std::vector<Finding> findings;
  const auto groups = alike(inquiry.results);
  if (groups.empty()) return findings;
  std::vector<std::size_t> well;
  for (std::size_t i = 0; i < inquiry.results.size(); ++i)
    if (came_through(inquiry.results[i].verdict) && !is_program(inquiry.results[i].the_case))
      well.push_back(i);
  const std::vector<Place> all_right = places_of(well, inquiry);
  const auto finding_of = [&](const CauseWord& what, const std::vector<std::size_t>& cases) {
    const std::vector<Place> wrong = places_of(cases, inquiry);
    std::vector<Place> right;
    std::ranges::copy_if(all_right, std::back_inserter(right),
                         [&](const Place& p) { return speaks_against(p.the_case, wrong); });
    return Finding{what, boundary_between(wrong, right), cases, 1,
                   silence_in(inquiry.results[cases.front()].message)};
  };
  for (const Group& group : groups) {
    Finding whole = finding_of(group.what, group.cases);
    std::vector<Finding> best{std::move(whole)};
    for (const bool by_type : {false, true}) {
      if (best.size() != 1 || best.front().boundary.amiss == 0) break;
      std::vector<Finding> split;
      for (const auto& part : parted(group.cases, inquiry, by_type))
        split.push_back(finding_of(group.what, part));
      constexpr std::size_t most_parts = 3;
      const bool clean = std::ranges::all_of(split, [](const Finding& f) { return f.boundary.amiss == 0; });
      if (clean && split.size() <= most_parts) best = std::move(split);
    }
    for (Finding& f : best) join_or_add(findings, std::move(f));
  }
  for (Finding& f : findings) std::ranges::sort(f.cases);
  return findings;
}

}  // namespace wgcts::harness

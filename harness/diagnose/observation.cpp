#include <array>
#include <iterator>
#include <ranges>
#include <regex>
#include <utility>

#include "harness/diagnose/diagnose.hpp"
#include "harness/schedule/fault_attribution.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::harness {
namespace {

class Observer {
 public:
  explicit Observer(const Inquiry& inquiry) : inquiry_(inquiry) {}

  Observations observe() {
    for (const std::size_t result : chosen_results()) add(result);
    if (!seen_.wrong.empty())
      for (FailingCase& f : seen_.failing) add_right_groups(*inquiry_.results[f.result].evidence, f);
    return std::move(seen_);
  }

 private:
  /// The failing cases to diagnose. First one of each builtin and type, because a missing one would be
  /// reported as a second bug. Then those launched beyond the plan, then the most diverse ones.
  std::vector<std::size_t> chosen_results() {
    std::map<Case, std::size_t> index;
    std::vector<Case> failing;
    for (std::size_t i = 0; i < inquiry_.results.size(); ++i) {
      const CaseResult& r = inquiry_.results[i];
      const bool has_results = r.verdict == Verdict::Fail || r.verdict == Verdict::Flake;
      if (!r.evidence || is_program(r.the_case) || !has_results) continue;
      failing.push_back(r.the_case);
      index[r.the_case] = i;
    }
    if (failing.size() > most_cases) {
      failing = most_different_first(std::move(failing));
      std::set<Subject> subjects;
      std::set<Case> first_of_subject;
      for (const Case& c : failing)
        if (subjects.insert(subject_of(c)).second) first_of_subject.insert(c);
      std::ranges::stable_partition(failing, [&](const Case& c) { return index.at(c) >= inquiry_.planned; });
      std::ranges::stable_partition(failing, [&](const Case& c) { return first_of_subject.contains(c); });
    }
    std::vector<std::size_t> chosen;
    for (const Case& c : failing | std::views::take(most_cases)) chosen.push_back(index.at(c));
    return chosen;
  }

  void add(std::size_t result) {
    const CaseResult& r = inquiry_.results[result];
    const std::size_t number = seen_.failing.size();
    seen_.failing.push_back(
        {result, make_replay(r.the_case, r.evidence.get(), inquiry_.device, inquiry_.seed)});
    const Replay& replay = *seen_.failing.back().replay;
    constexpr std::size_t most_groups = 16, most_suggesting = 8;
    std::size_t taken = 0;
    for (const auto& [at, got] : replay.wrong_outputs() | std::views::take(most_groups)) {
      WrongGroup w{number, at, got, replay.place(at)};
      if (taken++ < most_suggesting) suggest(w, replay, r.the_case.type);
      seen_.wrong.push_back(std::move(w));
    }
  }

  void suggest(WrongGroup& w, const Replay& replay, GenType type) {
    constexpr std::size_t as_many_evaluations = 64;
    if (!inquiry_.may_go_on()) return;
    inquiry_.spend(as_many_evaluations * volume(w.place.size));
    for (const Cause& cause : replay.causes(w.at, w.got)) {
      const auto [found, is_new] = names_.try_emplace(word_of(cause), seen_.candidates.size());
      if (is_new) seen_.candidates.push_back({found->first, cause.what});
      Candidate& candidate = seen_.candidates[found->second];
      candidate.what = std::min(candidate.what, cause.what);
      ++candidate.models[cause];
      ++candidate.of_type[type][cause];
      w.candidates.insert(found->second);
    }
  }

  static void add_right_groups(const Evidence& evidence, FailingCase& f) {
    const Replay& replay = *f.replay;
    std::vector<GroupAt> all, adjacent;
    for (std::size_t site = 0; site < std::min(replay.sites(), evidence.sites.size()); ++site) {
      const std::string_view wrong = std::string_view(evidence.sites[site].wrong).substr(0, replay.groups());
      for (std::size_t g = 0; g < wrong.size(); ++g)
        if (wrong[g] != '1' && replay.judged({site, g})) all.push_back({site, g});
      const std::size_t first = wrong.find('1'), last = wrong.rfind('1');
      if (first == std::string_view::npos) continue;
      // The correct neighbours of the first and the last wrong work-group show where the fault begins and
      // ends.
      if (first > 0) adjacent.push_back({site, first - 1});
      if (last + 1 < wrong.size()) adjacent.push_back({site, last + 1});
    }
    // With some data, one lane of 256 decides each work-group's result. A sample of 20 work-groups misses the
    // relevant lane, so more_right has 256.
    constexpr std::size_t most = 20, many = 256;
    const auto is_rare = [&](const GroupAt& at) { return replay.is_smaller(at.group); };
    f.right = stratified_sample(all, most, is_rare);
    std::ranges::copy_if(adjacent, std::back_inserter(f.right),
                         [&](const GroupAt& at) { return replay.judged(at); });
    std::ranges::sort(f.right);
    f.right.erase(std::ranges::unique(f.right).begin(), f.right.end());
    f.more_right = stratified_sample(all, many, is_rare);
    std::erase_if(f.more_right, [&](const GroupAt& at) { return std::ranges::binary_search(f.right, at); });
  }

  const Inquiry& inquiry_;
  Observations seen_;
  std::map<CauseWord, std::size_t> names_;  ///< indices of candidates
};

struct Code {
  Verdict verdict;
  std::string_view code;
};
constexpr std::array codes{Code{Verdict::Crash, "crash"}, Code{Verdict::Timeout, "hang"},
                           Code{Verdict::BuildError, "build"}, Code{Verdict::LaunchError, "launch"}};

std::string first_match(const std::string& text, const char* pattern) {
  std::smatch found;
  return std::regex_search(text, found, std::regex(pattern)) ? found.str() : std::string();
}

/// Matches names of our kernels and of builtins, mangled or not. They identify the case, not the bug.
const std::regex& names_of_cases() {
  static const std::regex names = [] {
    return std::regex("\\b(" + joined(all_forms(), "|", &Form::name) +
                      ")_[a-z]+_[A-Za-z0-9_]*|\\b(_Z[0-9]+)?work_group_(" +
                      joined(builtins, "|", &Builtin::name) + ")([a-z]{0,2})\\b");
  }();
  return names;
}

std::string normalized(std::string line) {
  line = std::regex_replace(line, std::regex("/[^ :]*/"), "");
  line = std::regex_replace(line, names_of_cases(), "*");
  line = std::regex_replace(line, std::regex("tempfile_[A-Za-z0-9]+"), "tempfile_*");  // PoCL
  line = std::regex_replace(line, std::regex("[A-Z]{16,}|[0-9a-f]{16,}"), "*");        // hashes in file names
  line = std::regex_replace(line, std::regex("0x[0-9a-fA-F]+"), "0x");
  line = std::regex_replace(line, std::regex("[0-9]+"), "N");
  constexpr std::size_t longest = 120;
  if (line.size() > longest) line.resize(longest);
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

}  // namespace

const Cause& Candidate::usual() const {
  return std::ranges::max_element(
             models, {}, [](const auto& m) { return std::pair(m.second, !leaves_results_open(m.first)); })
      ->first;
}

ModelsByType Candidate::by_type() const {
  ModelsByType result;
  for (const auto& of : of_type) {
    std::vector<Cause>& causes = result[of.first];
    for (const auto& [cause, times] : of.second) causes.push_back(cause);
    std::ranges::stable_sort(causes, std::greater(), [&](const Cause& c) { return of.second.at(c); });
  }
  return result;
}

bool Observations::explains(const Candidate& candidate, const WrongGroup& w) const {
  return std::ranges::any_of(candidate.models,
                             [&](const auto& m) { return replay_of(w).explains(m.first, w.at, w.got); });
}

Observations observe(const Inquiry& inquiry) { return Observer(inquiry).observe(); }

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

}  // namespace wgcts::harness

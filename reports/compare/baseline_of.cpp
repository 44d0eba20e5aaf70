#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>

#include "reference/lists.hpp"
#include "reports/compare/baseline.hpp"
#include "reports/model/bugs.hpp"
#include "suites/plan.hpp"

namespace wgcts::reports {
namespace {

/// A case of the plan. The label is the index of its failure in the list of distinct failures.
struct Row {
  Case the_case;
  int label;
};
constexpr int skipped = -1, not_failing = -2;  // the latter also for cases that are not in the report

using Labels = std::vector<KnownFailure>;  // without `cases` and `clauses`

int place_of(Labels& labels, const std::vector<Verdict>& verdicts, const KnownFailure& line) {
  KnownFailure wanted = line;
  wanted.cases.clear();
  wanted.clauses.clear();
  wanted.verdicts = verdicts;
  const auto found = std::ranges::find(labels, wanted);
  if (found != labels.end()) return static_cast<int>(found - labels.begin());
  labels.push_back(std::move(wanted));
  return static_cast<int>(labels.size()) - 1;
}

/// The first line about the case; nullptr if there is none.
const KnownFailure* line_about(const Baseline& baseline, const Case& c) {
  const auto id = name(c);
  const auto line =
      std::ranges::find_if(baseline.lines, [&](const KnownFailure& l) { return is_about(l, id); });
  return line == baseline.lines.end() ? nullptr : &*line;
}

/// The lines of `reasons` about bugs of the report. With `keep_unlisted`, all lines about bugs if the report
/// lists no bugs.
std::vector<KnownFailure> bug_lines(const Report& report, const Baseline& reasons, bool keep_unlisted) {
  std::vector<KnownFailure> lines;
  for (const KnownFailure& line : reasons.lines)
    if (!line.signature.empty() &&
        (find_bug(report, line.signature) != nullptr || (keep_unlisted && !lists_bugs(report))))
      lines.push_back(line);
  return lines;
}

bool is_covered(const CaseResult& result, const std::vector<KnownFailure>& lines) {
  return !result.bugs.empty() && std::ranges::all_of(result.bugs, [&](const std::string& signature) {
    return is_in(signature, lines, &KnownFailure::signature);
  });
}

int label_of(const CaseResult& result, const Baseline& reasons, const KnownFailure& otherwise,
             Labels& labels) {
  const Verdict verdict = judged_verdict(result);
  if (verdict == Verdict::Skip) return skipped;
  if (!is_failure(verdict) || verdict == Verdict::UnexpectedPass) return not_failing;
  const auto id = name(result.the_case);
  const auto line = std::ranges::find_if(
      reasons.lines, [&](const KnownFailure& l) { return is_in(verdict, l.verdicts) && is_about(l, id); });
  return place_of(labels, {verdict}, line == reasons.lines.end() ? otherwise : *line);
}

/// All globs that match the case and that the baseline may use. Each part of the name is literal or a star.
/// The builtin can also be its family. A form with a variant can also be the form with all variants, or the
/// variant with all forms, since a bug in a form usually shows in dozens of variants.
std::vector<std::string> globs_over(const Case& c) {
  const std::string id = name(c);
  std::vector<std::string> globs{""};
  std::size_t begin = 0;
  for (int part = 0; part < 5; ++part) {
    const std::size_t end = part < 4 ? id.find('.', begin) : id.size();
    std::vector<std::string> words{id.substr(begin, end - begin), "*"};
    if (part == 0 && c.builtin->family != c.builtin->name)
      words.push_back(fmt::format("{}_*", c.builtin->family));
    if (const std::size_t dot = words[0].find('.'); part == 4 && dot != std::string::npos) {
      words.push_back(words[0].substr(0, dot) + ".*");
      words.push_back("*" + words[0].substr(dot));
    }
    std::vector<std::string> longer;
    for (const std::string& glob : globs)
      for (const std::string& word : words) longer.push_back(part == 0 ? word : glob + "." + word);
    globs = std::move(longer);
    begin = end + 1;
  }
  return globs;
}

/// The rows that a glob matches. `label` is the common label of all that are not skipped, or not_failing.
struct Cover {
  int label = skipped;
  std::vector<std::size_t> failing;  // rows

  void add(std::size_t row, int its_label) {
    if (its_label == skipped) return;
    label = label == skipped || label == its_label ? its_label : not_failing;
    failing.push_back(row);
  }
};

using Candidate = std::pair<std::string, Cover>;

// Candidates that cover more cases come first; among equals, the one with fewer stars.
bool better(const Candidate& a, const Candidate& b) {
  const auto key = [](const Candidate& c) {
    return std::tuple(-static_cast<std::ptrdiff_t>(c.second.failing.size()), std::ranges::count(c.first, '*'),
                      std::string_view(c.first));
  };
  return key(a) < key(b);
}

std::vector<Candidate> valid_candidates(const std::vector<Row>& rows) {
  std::unordered_map<std::string, Cover> covers;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].label >= 0)
      for (std::string& glob : globs_over(rows[i].the_case)) covers[std::move(glob)].add(i, rows[i].label);
  // Removes the globs that match a case that did not fail.
  for (std::size_t i = 0; i < rows.size() && !covers.empty(); ++i)
    if (rows[i].label == not_failing)
      for (const std::string& glob : globs_over(rows[i].the_case)) covers.erase(glob);
  std::vector<Candidate> candidates;
  for (auto& [glob, cover] : covers)
    if (cover.label >= 0) candidates.emplace_back(glob, std::move(cover));
  std::ranges::sort(candidates, better);
  return candidates;
}

/// A greedy cover of the failing rows, without candidates that later ones made redundant.
std::vector<Candidate> chosen(std::vector<Candidate> candidates, std::size_t rows) {
  std::vector<unsigned> covered(rows);
  std::vector<Candidate> taken;
  for (Candidate& candidate : candidates) {
    const auto& failing = candidate.second.failing;
    if (std::ranges::all_of(failing, [&](std::size_t row) { return covered[row] != 0; })) continue;
    for (const std::size_t row : failing) ++covered[row];
    taken.push_back(std::move(candidate));
  }
  for (std::size_t i = taken.size(); i-- > 0;) {
    const auto& failing = taken[i].second.failing;
    if (!std::ranges::all_of(failing, [&](std::size_t row) { return covered[row] > 1; })) continue;
    for (const std::size_t row : failing) --covered[row];
    taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(i));
  }
  std::ranges::sort(taken, {},
                    [](const Candidate& c) { return std::pair(c.second.label, c.second.failing.front()); });
  return taken;
}

}  // namespace

Baseline baseline_of(const Report& report, const Baseline& reasons, const KnownFailure& otherwise,
                     bool keep_unjudged) {
  Labels labels;
  const auto of_bugs = bug_lines(report, reasons, keep_unjudged);
  std::unordered_map<std::string, int> judged;
  std::unordered_map<std::string, std::set<std::string>> broken;  // clauses by case name
  for (const CaseResult& result : report.cases) {
    const auto id = name(result.the_case);
    if (was_tested(result.verdict) || !keep_unjudged)
      judged[id] = is_covered(result, of_bugs) ? not_failing : label_of(result, reasons, otherwise, labels);
    if (result.failure) broken[id] = broken_clauses(*result.failure);
  }
  // The report may contain cases outside of the plan, selected by --il or by name.
  std::vector<Case> cases = plan(Profile::Full);
  const std::set<Case> planned(cases.begin(), cases.end());
  for (const CaseResult& result : report.cases)
    if (!planned.contains(result.the_case)) cases.push_back(result.the_case);
  std::vector<Row> rows;
  for (const Case& c : cases) {
    const auto id = name(c);
    const auto found = judged.find(id);
    rows.push_back({c, found == judged.end() ? not_failing : found->second});
    if (found != judged.end() || !keep_unjudged) continue;
    if (const KnownFailure* old = line_about(reasons, c)) {
      rows.back().label = place_of(labels, old->verdicts, *old);
      broken[id].insert(old->clauses.begin(), old->clauses.end());
    }
  }
  Baseline baseline{"", of_bugs, pattern_of(report.device)};
  for (auto& [glob, cover] : chosen(valid_candidates(rows), rows.size())) {
    baseline.lines.push_back(labels[static_cast<std::size_t>(cover.label)]);
    KnownFailure& line = baseline.lines.back();
    line.cases = std::move(glob);
    std::set<std::string> clauses;
    for (const std::size_t row : cover.failing) clauses.merge(std::set(broken[name(rows[row].the_case)]));
    if (is_in(Verdict::Fail, line.verdicts)) line.clauses.assign(clauses.begin(), clauses.end());
  }
  return baseline;
}

std::string gaps_of(const Report& report) {
  const RunInfo& run = report.run;
  if (run.profile != info(Profile::Full).name) return fmt::format("the report is of profile {}", run.profile);
  if (!run.selection.empty()) return fmt::format("the report is of the selection {}", run.selection);
  if (!run.shard.empty()) return fmt::format("the report is of shard {}", run.shard);
  return run.complete ? "" : "not every case was tested";
}

}  // namespace wgcts::reports

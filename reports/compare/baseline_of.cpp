#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "reference/lists.hpp"
#include "reports/compare/baseline.hpp"
#include "reports/model/bugs.hpp"
#include "suites/plan.hpp"

namespace wgcts::reports {
namespace {

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

KnownFailure line_for(const CaseResult& result, const Baseline& reasons, const KnownFailure& otherwise) {
  const Verdict verdict = judged_verdict(result);
  const std::string id = name(result.the_case);
  const auto known = std::ranges::find_if(
      reasons.lines, [&](const KnownFailure& l) { return is_in(verdict, l.verdicts) && is_about(l, id); });
  KnownFailure line = known == reasons.lines.end() ? otherwise : *known;
  line.cases = id;
  line.verdicts = {verdict};
  line.clauses.clear();
  if (result.failure && verdict == Verdict::Fail) {
    const auto broken = broken_clauses(*result.failure);
    line.clauses.assign(broken.begin(), broken.end());
  }
  return line;
}

/// Adds the lines about cases that were not tested. A glob that some tested case matches becomes a line for
/// each of its other cases.
void add_untested(const Baseline& old, const std::set<std::string>& tested,
                  std::vector<KnownFailure>& lines) {
  std::set<std::string> added;
  const auto add = [&](KnownFailure line, const std::string& cases) {
    if (!added.insert(cases).second) return;
    line.cases = cases;
    lines.push_back(std::move(line));
  };
  const auto planned = plan(Profile::Full);
  for (const KnownFailure& line : old.lines) {
    const auto is_its = [&](const std::string& id) { return is_about(line, id); };
    if (!line.signature.empty() || tested.contains(line.cases)) continue;
    if (std::ranges::none_of(tested, is_its))
      add(line, line.cases);
    else
      for (const Case& c : planned)
        if (const std::string id = name(c); is_its(id) && !tested.contains(id)) add(line, id);
  }
}

}  // namespace

Baseline baseline_of(const Report& report, const Baseline& reasons, const KnownFailure& otherwise,
                     bool keep_unjudged) {
  const auto of_bugs = bug_lines(report, reasons, keep_unjudged);
  Baseline baseline{"", of_bugs, pattern_of(report.device)};
  std::set<std::string> tested;
  for (const CaseResult& result : report.cases) {
    const Verdict verdict = judged_verdict(result);
    if (was_tested(verdict)) tested.insert(name(result.the_case));
    if (is_failure(verdict) && verdict != Verdict::UnexpectedPass && !is_covered(result, of_bugs))
      baseline.lines.push_back(line_for(result, reasons, otherwise));
  }
  if (keep_unjudged) add_untested(reasons, tested, baseline.lines);
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

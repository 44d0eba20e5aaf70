#include "reports/compare/baseline.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <unordered_map>

namespace wgcts::reports {
namespace {

/// The lines about one case. Whole names are found by hash: a baseline may list thousands.
class Lines {
 public:
  explicit Lines(const Baseline& baseline) {
    for (const KnownFailure& line : baseline.lines)
      if (line.cases.find_first_of("*?[") == std::string::npos)
        names_.emplace(line.cases, &line);
      else
        globs_.push_back(&line);
  }

  std::vector<const KnownFailure*> about(const std::string& case_name) const {
    std::vector<const KnownFailure*> lines;
    const auto [first, last] = names_.equal_range(case_name);
    for (auto line = first; line != last; ++line) lines.push_back(line->second);
    for (const KnownFailure* glob : globs_)
      if (is_about(*glob, case_name)) lines.push_back(glob);
    return lines;
  }

 private:
  std::unordered_multimap<std::string, const KnownFailure*> names_;
  std::vector<const KnownFailure*> globs_;
};

bool lists(const KnownFailure& line, Verdict verdict) {
  return std::ranges::find(line.verdicts, verdict) != line.verdicts.end();
}

}  // namespace

bool is_about(const KnownFailure& line, const std::string& case_name) {
  return fnmatch(line.cases.c_str(), case_name.c_str(), 0) == 0;
}

void apply(const Baseline& baseline, bool allow_unexpected_pass, Report& report) {
  const Lines known(baseline);
  for (CaseResult& result : report.cases) {
    if (result.known) result.verdict = result.known->judged;
    result.known.reset();
    const Verdict verdict = result.verdict;
    if (verdict == Verdict::Skip || verdict == Verdict::NotRun) continue;
    const auto lines = known.about(name(result.the_case));
    if (lines.empty()) continue;
    const auto line = std::ranges::find_if(lines, [&](const auto* l) { return lists(*l, verdict); });
    if (verdict == Verdict::Pass && line != lines.end()) continue;
    if (verdict != Verdict::Pass && line == lines.end()) continue;
    const KnownFailure& said = line == lines.end() ? *lines.front() : **line;
    result.known = Known{verdict, said.reason, said.bug};
    if (verdict != Verdict::Pass)
      result.verdict = Verdict::ExpectedFail;
    else if (!allow_unexpected_pass)
      result.verdict = Verdict::UnexpectedPass;
  }
}

}  // namespace wgcts::reports

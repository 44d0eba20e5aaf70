#include "reports/compare/baseline.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "reports/model/bugs.hpp"

namespace wgcts::reports {
namespace {

/// An empty pattern matches everything.
bool matches(const std::string& pattern, const std::string& text) {
  return pattern.empty() || fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

/// Dates in this format compare as text.
bool has_expired(const KnownFailure& line, const std::string& today) {
  return !line.expires.empty() && line.expires < today;
}

/// Whether the line expects this verdict.
bool expects(const KnownFailure& line, const CaseResult& result) {
  if (std::ranges::find(line.verdicts, result.verdict) == line.verdicts.end()) return false;
  if (!result.failure) return true;
  const std::string check = result.failure->check.substr(0, result.failure->check.find('@'));
  const auto sees = [&](const std::string& pattern) { return matches(pattern, check); };
  if (!line.checks.empty() && std::ranges::none_of(line.checks, sees)) return false;
  const auto is_listed = [&](const std::string& clause) {
    return std::ranges::find(line.clauses, clause) != line.clauses.end();
  };
  return line.clauses.empty() || std::ranges::all_of(broken_clauses(*result.failure), is_listed);
}

/// Finds the lines about a case. Lines without wildcards are found by hash, as a baseline may list thousands.
class Lines {
 public:
  Lines(const Baseline& baseline, const DeviceFacts& device, const std::string& today) {
    for (const KnownFailure& line : baseline.lines)
      if (has_expired(line, today) || !matches(line.driver, device.driver))
        continue;
      else if (!line.signature.empty())
        bugs_.emplace(line.signature, &line);
      else if (line.cases.find_first_of("*?[") == std::string::npos)
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

  /// If every bug that explains the result has a line that expects it, the line of the first bug. A case that
  /// also shows an unlisted bug is a new failure.
  const KnownFailure* about_bugs(const CaseResult& result) const {
    const KnownFailure* first = nullptr;
    for (const std::string& signature : result.bugs) {
      const auto line = bugs_.find(signature);
      if (line == bugs_.end() || !expects(*line->second, result)) return nullptr;
      if (first == nullptr) first = line->second;
    }
    return first;
  }

 private:
  std::unordered_multimap<std::string, const KnownFailure*> names_;
  std::vector<const KnownFailure*> globs_;
  std::unordered_map<std::string, const KnownFailure*> bugs_;
};

/// A glob that matches only this text.
std::string as_glob(const std::string& text) {
  std::string glob;
  for (const char c : text) {
    if (std::string_view("*?[]\\").find(c) != std::string_view::npos) glob += '\\';
    glob += c;
  }
  return glob;
}

}  // namespace

bool is_about(const KnownFailure& line, const std::string& case_name) {
  return fnmatch(line.cases.c_str(), case_name.c_str(), 0) == 0;
}

std::string why_not_for(const Baseline& baseline, const DeviceFacts& device) {
  if (device.implementation)
    return fmt::format("is for a driver, but this run tests {}", device.implementation->file);
  const DriverPattern& pattern = baseline.driver;
  if (pattern.platform.empty() && pattern.version.empty())
    return fmt::format("names no driver: add \"driver\": {{\"platform\": \"{}\", \"version\": \"{}\"}}",
                       device.platform, device.driver);
  if (matches(pattern.platform, device.platform) && matches(pattern.version, device.driver)) return {};
  return fmt::format("is for {} {}, but the driver is {} {}", pattern.platform, pattern.version,
                     device.platform, device.driver);
}

DriverPattern pattern_of(const DeviceFacts& device) {
  return {as_glob(device.platform), as_glob(device.driver)};
}

std::vector<KnownFailure> expired(const Baseline& baseline, const std::string& today) {
  std::vector<KnownFailure> lines;
  std::ranges::copy_if(baseline.lines, std::back_inserter(lines),
                       [&](const KnownFailure& line) { return has_expired(line, today); });
  return lines;
}

std::vector<KnownFailure> unseen_bugs(const Baseline& baseline, const Report& report) {
  std::vector<KnownFailure> lines;
  if (lists_bugs(report))
    std::ranges::copy_if(baseline.lines, std::back_inserter(lines), [&](const KnownFailure& line) {
      return !line.signature.empty() && find_bug(report, line.signature) == nullptr;
    });
  return lines;
}

void apply(const Baseline& baseline, bool allow_unexpected_pass, Report& report, const std::string& today) {
  const Lines known(baseline, report.device, today);
  for (CaseResult& result : report.cases) {
    if (result.known) result.verdict = result.known->judged;
    result.known.reset();
    const Verdict verdict = result.verdict;
    if (verdict == Verdict::Skip || verdict == Verdict::NotRun) continue;
    if (const KnownFailure* line = verdict == Verdict::Pass ? nullptr : known.about_bugs(result)) {
      result.known = Known{verdict, line->reason, line->bug};
      result.verdict = Verdict::ExpectedFail;
      continue;
    }
    const auto lines = known.about(name(result.the_case));
    if (lines.empty()) continue;
    const auto line = std::ranges::find_if(lines, [&](const auto* l) { return expects(*l, result); });
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

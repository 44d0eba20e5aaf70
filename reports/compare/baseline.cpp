#include "reports/compare/baseline.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <map>
#include <set>
#include <unordered_map>

#include "baseline_schema.hpp"
#include "reference/clauses.hpp"
#include "reference/lists.hpp"
#include "reports/model/json_file.hpp"
#include "reports/model/text.hpp"
#include "results/json.hpp"
#include "suites/plan.hpp"
#include "system/output_file.hpp"

namespace wgcts::reports {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr auto fields_of(Of<KnownFailure>) {
  return std::tuple(
      optional_field("cases", &KnownFailure::cases), optional_field("signature", &KnownFailure::signature),
      optional_field("verdicts", &KnownFailure::verdicts), Field{"reason", &KnownFailure::reason},
      optional_field("bug", &KnownFailure::bug), optional_field("clauses", &KnownFailure::clauses),
      optional_field("checks", &KnownFailure::checks), optional_field("driver", &KnownFailure::driver),
      optional_field("expires", &KnownFailure::expires));
}
constexpr auto fields_of(Of<DriverPattern>) {
  return std::tuple(Field{"platform", &DriverPattern::platform}, Field{"version", &DriverPattern::version});
}

namespace {

/// An empty pattern matches everything.
bool matches(const std::string& pattern, const std::string& text) {
  return pattern.empty() || fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

bool is_about(const KnownFailure& line, const std::string& case_name) {
  return fnmatch(line.cases.c_str(), case_name.c_str(), 0) == 0;
}

/// Dates in this format compare as text.
bool has_expired(const KnownFailure& line, const std::string& today) {
  return !line.expires.empty() && line.expires < today;
}

bool expects(const KnownFailure& line, const CaseResult& result) {
  if (!is_in(result.verdict, line.verdicts)) return false;
  if (!result.failure) return true;
  const std::string check = result.failure->check.substr(0, result.failure->check.find('@'));
  const auto sees = [&](const std::string& pattern) { return matches(pattern, check); };
  if (!line.checks.empty() && std::ranges::none_of(line.checks, sees)) return false;
  const auto is_listed = [&](const std::string& clause) { return is_in(clause, line.clauses); };
  return line.clauses.empty() || std::ranges::all_of(broken_clauses(*result.failure), is_listed);
}

/// Finds the lines about a case. Finds lines without wildcards by hash, because a baseline may list
/// thousands.
class Lines {
 public:
  Lines(const Baseline& baseline, const DeviceFacts& device, const std::string& today) {
    for (const KnownFailure& line : baseline.lines)
      if (has_expired(line, today) || !matches(line.driver, device.driver))
        continue;
      else if (line.cases.find_first_of("*?[") == std::string::npos)
        names_.emplace(line.cases + line.signature, &line);
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
      const auto line = names_.find(signature);
      if (line == names_.end() || !expects(*line->second, result)) return nullptr;
      if (first == nullptr) first = line->second;
    }
    return first;
  }

 private:
  std::unordered_multimap<std::string, const KnownFailure*> names_;  // by case name or signature
  std::vector<const KnownFailure*> globs_;
};

std::string as_glob(const std::string& text) {
  std::string glob;
  for (const char c : text) {
    if (std::string_view("*?[]\\").find(c) != std::string_view::npos) glob += '\\';
    glob += c;
  }
  return glob;
}

std::vector<Verdict> verdicts_of_bugs() {
  return {Verdict::Fail,       Verdict::Crash,       Verdict::Timeout,
          Verdict::BuildError, Verdict::LaunchError, Verdict::Flake};
}

// fnmatch() is too slow for globs with more stars. Names have at most six parts.
constexpr std::ptrdiff_t most_stars = 6;

const json& baseline_schema() {
  static const json schema = json::parse(baseline_1_schema_json);
  return schema;
}

/// Checks the format of a date. Dates are compared as text, so a date in another format would expire never or
/// always.
void require_day(const std::string& text) {
  std::tm parsed{};
  const bool parses = strptime(text.c_str(), "%Y-%m-%d", &parsed) != nullptr;
  const int year = parsed.tm_year + 1900, month = parsed.tm_mon + 1, day = parsed.tm_mday;
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!parses || !date.ok() || text != fmt::format("{:04}-{:02}-{:02}", year, month, day))
    refuse("\"expires\" must be a date such as \"2027-01-31\", not \"{}\"", excerpt(text));
}

/// Whether fnmatch() can interpret the whole pattern: each set has an end, and each backslash a character.
bool is_glob(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      if (++i == text.size()) return false;
    } else if (text[i] == '[') {
      // As the first character of a set, "]" does not end it.
      const bool negated = i + 1 < text.size() && (text[i + 1] == '!' || text[i + 1] == '^');
      i = text.find(']', i + (negated ? 3 : 2));
      if (i == std::string_view::npos) return false;
    }
  }
  return true;
}

/// An invalid glob would match nothing, and its line would have no effect.
void require_glob(std::string_view member, const std::string& text) {
  if (!is_glob(text))
    refuse("{} is not a glob: \"{}\"; a [ needs a ], and a \\ the character that it quotes", member,
           excerpt(text));
}

/// Rejects lines that match no case of the full plan, which includes those of --il.
void require_case(const KnownFailure& line) {
  // Random cases and cases selected by name are valid even if they are not in the plan.
  if (parse_case(line.cases)) return;
  if (std::ranges::count(line.cases, '*') > most_stars)
    refuse("\"{}\" has more than {} wildcards", excerpt(line.cases), most_stars);
  static const auto names = mapped(with_il_twins(plan(Profile::Full)), [](const Case& c) { return name(c); });
  if (std::ranges::none_of(names, [&](const std::string& id) { return is_about(line, id); }))
    refuse("\"{}\" matches no case of the full plan; `wgcts list --profile full` lists them",
           excerpt(line.cases));
}

KnownFailure line_from(const json& object) {
  require_schema(baseline_schema(), baseline_schema()["$defs"]["entry"], object, "entry");
  if (object.contains("cases") == object.contains("signature"))
    refuse("an entry has either \"cases\" or a bug's \"signature\"");
  if (object.contains("cases") && !object.contains("verdicts"))
    refuse("an entry with \"cases\" needs \"verdicts\"");
  // A line about a bug expects every bad verdict by default.
  KnownFailure line;
  line.verdicts = verdicts_of_bugs();
  read(object, line);
  for (const std::string& id : line.clauses)
    if (find_clause(id) == nullptr)
      refuse("there is no clause \"{}\"; `wgcts coverage` lists all", excerpt(id));
  for (const std::string& check : line.checks) require_glob("entry.checks", check);
  require_glob("entry.driver", line.driver);
  if (!line.expires.empty()) require_day(line.expires);
  if (line.signature.empty()) require_case(line);
  return line;
}

std::string line_text(KnownFailure line) {
  if (!line.signature.empty() && line.verdicts == verdicts_of_bugs()) line.verdicts.clear();
  ordered_json object;
  write(object, line);
  return utf8_dump(object);
}

/// The lines of `reasons` about bugs of the report. With `keep_unlisted`, all lines about bugs if the report
/// lists no bugs.
std::vector<KnownFailure> bug_lines(const Report& report, const Baseline& reasons, bool keep_unlisted) {
  const bool keep_all = keep_unlisted && !lists_bugs(report);
  return picked(reasons.lines, [&](const KnownFailure& line) {
    return !line.signature.empty() && (keep_all || find_bug(report, line.signature) != nullptr);
  });
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

/// Adds the lines about cases that were not tested. A glob that matches a tested case becomes a line for each
/// of its other cases.
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
  return picked(baseline.lines, [&](const KnownFailure& line) { return has_expired(line, today); });
}

std::vector<KnownFailure> unseen_bugs(const Baseline& baseline, const Report& report) {
  return picked(baseline.lines, [&, listed = lists_bugs(report)](const KnownFailure& line) {
    return listed && !line.signature.empty() && find_bug(report, line.signature) == nullptr;
  });
}

void apply(const Baseline& baseline, bool allow_unexpected_pass, Report& report, const std::string& today) {
  const Lines known(baseline, report.device, today);
  for (CaseResult& result : report.cases) {
    result.verdict = judged_verdict(result);
    result.known.reset();
    const Verdict verdict = result.verdict;
    if (!was_tested(verdict)) continue;
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

Baseline read_baseline(const std::string& path) {
  Baseline baseline;
  std::map<std::string, std::size_t> seen;  // from `cases` to the line number
  const json document = read_document(path, "baseline", 1, "known", [&](json&& element, std::size_t number) {
    KnownFailure line = line_from(element);
    const auto [place, is_new] = seen.emplace(line.cases + line.signature, number);
    if (!is_new) refuse("\"{}\" is already in line {}", excerpt(place->first), place->second);
    baseline.lines.push_back(std::move(line));
  });
  try {
    require_schema(baseline_schema(), baseline_schema(), document, "");
    if (document.contains("driver")) read(document["driver"], baseline.driver);
    require_glob("driver.platform", baseline.driver.platform);
    require_glob("driver.version", baseline.driver.version);
    if (document.contains("about")) read(document["about"], baseline.about);
  } catch (const std::exception& error) {
    refuse("{}: {}", display_name(path), error.what());
  }
  return baseline;
}

KnownFailure line_about(const Bug& bug) {
  return {.verdicts = verdicts_of_bugs(),
          .reason = bug.sentence.empty() ? to_string(bug.what) : bug.sentence,
          .signature = bug.signature};
}

void write_baseline(const Baseline& baseline, const std::string& path) {
  system::OutputFile file(path);
  file.write("{\n\"schema\": {\"name\": \"wgcts-baseline\", \"version\": \"1.0\"},\n");
  if (!baseline.about.empty()) file.write(fmt::format("\"about\": {},\n", utf8_dump(json(baseline.about))));
  if (baseline.driver != DriverPattern{}) {
    ordered_json driver;
    write(driver, baseline.driver);
    file.write(fmt::format("\"driver\": {},\n", utf8_dump(driver)));
  }
  file.write("\"known\": [");
  const char* separator = "\n";
  for (const KnownFailure& line : baseline.lines)
    file.write(std::exchange(separator, ",\n") + line_text(line));
  file.write("\n]\n}\n");
  file.commit();
}

Baseline baseline_of(const Report& report, const Baseline& reasons, const KnownFailure& otherwise,
                     bool keep_unjudged) {
  const auto of_bugs = bug_lines(report, reasons, keep_unjudged);
  Baseline baseline{"", of_bugs, pattern_of(report.device)};
  std::set<std::string> tested;
  for (const CaseResult& result : report.cases) {
    const Verdict verdict = judged_verdict(result);
    if (was_tested(verdict)) tested.insert(name(result.the_case));
    if (is_device_failure(verdict) && !is_covered(result, of_bugs))
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

#include "reports/model/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "reference/lists.hpp"
#include "reports/model/text.hpp"
#include "results/json.hpp"
#include "suites/plan.hpp"
#include "suites/selection.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

// A wrong result is worse than a crash, because users notice every crash. Skipped cases do not hide other
// verdicts. not_run hides a pass, because the cell would otherwise claim too much.
constexpr std::array worst_first{Verdict::Fail,           Verdict::Crash,      Verdict::Timeout,
                                 Verdict::LaunchError,    Verdict::BuildError, Verdict::Flake,
                                 Verdict::UnexpectedPass, Verdict::NotRun,     Verdict::ExpectedFail,
                                 Verdict::Pass,           Verdict::Skip};
static_assert(worst_first.size() == verdicts.size());

/// "1 case fails", "2 cases fail".
std::string cases_that(std::size_t n, std::string_view one, std::string_view several) {
  return n == 1 ? fmt::format("1 case {}", one) : fmt::format("{} cases {}", n, several);
}

/// The number of known failures, as the end of a sentence; empty if there are none.
std::string known_words(const Counts& counts) {
  const std::size_t known = counts[Verdict::ExpectedFail];
  return known == 0 ? "" : "; " + cases_that(known, "fails", "fail") + " as the baseline expects";
}

/// The failures, worst kind first. Unexpected passes are last: they are errors of the baseline.
std::string failing_words(const Counts& counts, std::size_t workers) {
  std::size_t failing = 0;
  for (const VerdictInfo& v : verdicts)
    if (is_device_failure(v.verdict) && v.verdict != Verdict::Flake) failing += counts[v.verdict];
  const std::string passing =
      cases_that(counts[Verdict::UnexpectedPass], "passes although the baseline expects a failure",
                 "pass although the baseline expects failures");
  if (failing != 0) {
    const bool has_known = counts[Verdict::ExpectedFail] != 0;
    return cases_that(failing, "fails", "fail") + (has_known ? " unexpectedly" : "") +
           (counts[Verdict::UnexpectedPass] == 0 ? "" : "; " + passing);
  }
  if (const std::size_t flakes = counts[Verdict::Flake]; flakes != 0)
    return cases_that(flakes, "fails intermittently", "fail intermittently");
  if (counts[Verdict::UnexpectedPass] == 0)
    return fmt::format(
        "{}, but {} ended abnormally",
        counts[Verdict::Pass] != 0 ? "every case that was tested passes" : "no case was tested",
        counted(workers, "worker"));
  return passing + "; update the baseline";
}

/// "8 cases were not run", with the reason if it is the same for all.
std::string not_run_words(const Report& report, const Counts& counts) {
  constexpr std::string_view prefix = "not run: ";
  std::set<std::string> messages;
  for (const CaseResult& result : report.cases)
    if (result.verdict == Verdict::NotRun) messages.insert(result.message);
  std::string words = cases_that(counts[Verdict::NotRun], "was not run", "were not run");
  if (messages.size() == 1 && messages.begin()->starts_with(prefix))
    words += ": " + messages.begin()->substr(prefix.size());
  return words;
}

}  // namespace

constexpr auto fields_of(Of<RunSegment>) {
  return std::tuple(
      Field{"command", &RunSegment::command}, Field{"jobs", &RunSegment::jobs},
      Field{"memory", &RunSegment::memory}, Field{"driver_cache", &RunSegment::driver_cache},
      Field{"environment", &RunSegment::environment}, optional_field("started", &RunSegment::started),
      optional_field("tool", &RunSegment::tool), optional_field("kit", &RunSegment::kit),
      optional_field("driver", &RunSegment::driver), optional_field("launcher", &RunSegment::launcher),
      optional_field("worker", &RunSegment::worker), optional_field("device", &RunSegment::device),
      optional_field("baseline", &RunSegment::baseline), optional_field("host", &RunSegment::host),
      optional_field("system", &RunSegment::system), optional_field("processor", &RunSegment::processor),
      optional_field("baseline_sha256", &RunSegment::baseline_sha256));
}

constexpr auto fields_of(Of<RunInfo>) {
  return std::tuple(
      Field{"seed", &RunInfo::seed}, Field{"profile", &RunInfo::profile},
      Field{"selection", &RunInfo::selection}, Field{"started", &RunInfo::started},
      Field{"seconds", &RunInfo::seconds}, Field{"complete", &RunInfo::complete},
      optional_field("drawn", &RunInfo::drawn), optional_field("draws", &RunInfo::draws),
      // Older reports lack these.
      optional_field(
          "shard", &RunInfo::shard, +[](const RunInfo&) { return true; }),
      optional_field(
          "interrupted", &RunInfo::interrupted, +[](const RunInfo& run) { return !run.complete; }),
      optional_field("legs", &RunInfo::segments));
}

std::string typed_value(const RunSegment& segment, std::string_view option) {
  const auto& words = segment.command;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    std::string value;
    if (word == option && i + 1 < words.size()) value = words[i + 1];
    if (word.starts_with(option) && word.substr(option.size()).starts_with('='))
      value = word.substr(option.size() + 1);
    if (!value.empty() && value != "-") return value;
  }
  return {};
}

std::string sub_group_words(const DeviceFacts& device) {
  if (!device.implementation || !device.implementation->sub_groups) return {};
  const SubGroupLayout& layout = *device.implementation->sub_groups;
  return fmt::format("sub-groups of up to {}, {}", counted(layout.width, "work-item"),
                     layout.by_row ? "each within a row" : "by linear id");
}

std::optional<Verdict> worst(const Counts& counts) {
  const auto* found = std::ranges::find_if(worst_first, [&](Verdict v) { return counts[v] != 0; });
  if (found == worst_first.end()) return std::nullopt;
  return *found;
}

bool worse(Verdict a, Verdict b) {
  return std::ranges::find(worst_first, a) < std::ranges::find(worst_first, b);
}

Outcome outcome_of(const Report& report) {
  const Counts counts = count_verdicts(report.cases);
  const auto some = [&](bool (*wanted)(Verdict)) {
    return std::ranges::any_of(
        verdicts, [&](const VerdictInfo& v) { return wanted(v.verdict) && counts[v.verdict] != 0; });
  };
  if (!report.defects.empty()) return Outcome::Defect;
  if (report.run.interrupted) return Outcome::Interrupted;
  if (some(is_failure)) return Outcome::Fail;
  if (!report.worker_failures.empty()) return Outcome::Fail;
  if (!some(was_tested)) return Outcome::NothingJudged;
  if (counts[Verdict::NotRun] != 0) return Outcome::Incomplete;
  return counts[Verdict::Pass] != 0 ? Outcome::Pass : Outcome::NothingJudged;
}

std::string_view name(Outcome outcome) {
  constexpr std::pair<Outcome, std::string_view> names[] = {{Outcome::Pass, "pass"},
                                                            {Outcome::Fail, "fail"},
                                                            {Outcome::NothingJudged, "nothing judged"},
                                                            {Outcome::Defect, "defect of the suite"},
                                                            {Outcome::Incomplete, "incomplete"},
                                                            {Outcome::Interrupted, "incomplete"}};
  return find_row(names, outcome, &std::pair<Outcome, std::string_view>::first)->second;
}

std::string_view verdict_word(const Report& report) {
  const Outcome outcome = outcome_of(report);
  const bool known = count_verdicts(report.cases)[Verdict::ExpectedFail] != 0;
  return outcome == Outcome::NothingJudged && known ? "all known to fail" : name(outcome);
}

std::string meaning(const Report& report) {
  const Counts counts = count_verdicts(report.cases);
  switch (outcome_of(report)) {
    case Outcome::Pass:
      return "every case that the device supports passes" + known_words(counts);
    case Outcome::Fail:
      return failing_words(counts, report.worker_failures.size()) + known_words(counts);
    case Outcome::NothingJudged:
      if (without_device(report)) return "no device was found";
      if (counts[Verdict::ExpectedFail] != 0) return "no case passes" + known_words(counts);
      if (counts[Verdict::NotRun] != 0) return not_run_words(report, counts);
      if (!report.run.shard.empty())
        return fmt::format("shard {} has no case that the device supports", report.run.shard);
      return report.cases.empty() ? "the selection has no case" : "the device supports none of the cases";
    case Outcome::Defect:
      return "this is a defect of wgcts; no verdict is valid";
    case Outcome::Incomplete:
      return "no case failed so far, but " +
             cases_that(counts[Verdict::NotRun], "was not run", "were not run") + known_words(counts);
    case Outcome::Interrupted:
      return all_judged(report.cases) ? "every case was tested, but the run was stopped before its end"
                                      : "the run was stopped before every case was tested";
  }
  __builtin_unreachable();
}

ObservedProfile observed_profile(const Report& report) {
  ObservedProfile profile;
  for (const auto& result : report.cases)
    for (const std::string& seen : result.observed) {
      const auto colon = seen.find(": ");
      if (colon == std::string::npos) continue;
      const Case& c = result.the_case;
      profile[seen.substr(0, colon)][seen.substr(colon + 2)].insert(std::string(c.builtin->name) + "." +
                                                                    std::string(info(c.type).name));
    }
  return profile;
}

ordered_json to_json(const RunInfo& run) {
  ordered_json object;
  results::to_json(object, run);
  return object;
}

RunInfo run_from_json(const json& object) {
  RunInfo run;
  results::read(object, run);
  return run;
}

std::vector<std::pair<std::string, std::string>> facts_of(const RunSegment& segment) {
  std::vector<std::pair<std::string, std::string>> facts{
      {"command", shell_line(segment.command)},
      {"suite", segment.tool},
      {"kit", segment.kit},
      {"driver", segment.driver},
      {"launcher", segment.launcher},
      {"worker", segment.worker},
      {"jobs", segment.jobs == 0 ? "" : std::to_string(segment.jobs)},
      {"driver's compile caches", segment.driver_cache ? "on: programs may come from an earlier run" : "off"},
      {"baseline", segment.baseline},
      {"baseline's SHA-256", segment.baseline_sha256},
      {"host", segment.host},
      {"system", segment.system},
      {"processor", segment.processor}};
  facts.insert(facts.end(), segment.environment.begin(), segment.environment.end());
  std::erase_if(facts, [](const auto& fact) { return fact.second.empty(); });
  return facts;
}

std::vector<Case> cases_asked_for(const RunInfo& run) {
  const ProfileInfo* profile = profile_named(run.profile);
  if (profile == nullptr)
    throw std::invalid_argument(fmt::format("this version of wgcts has no profile '{}'", run.profile));
  if (profile->profile == Profile::Soak) throw std::invalid_argument("a soak has no list of cases");
  const Selection selection = selection_from(run.selection);
  return select(candidates(plan(profile->profile), selection), selection);
}

void add_bugs(std::vector<Bug>& bugs, std::vector<Bug> more) {
  const std::size_t before = bugs.size();  // the diagnosis made the bugs of one part distinct
  for (Bug& bug : more) {
    const auto known = std::span(bugs).first(before);
    const auto same = std::ranges::find_if(known, [&](const Bug& b) { return is_same_bug(b, bug); });
    if (same == known.end()) {
      bugs.push_back(std::move(bug));
      continue;
    }
    const bool more_builtins = bug.builtins != same->builtins;
    unite(*same, std::move(bug));
    if (more_builtins) same->signature = signature_of(same->what, same->builtins);
  }
  // A merged bug has more builtins and a new signature, which can equal that of another bug.
  unite_by_signature(bugs);
}

void link_bugs(Report& report) {
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < report.cases.size(); ++i) {
    places.emplace(name(report.cases[i].the_case), i);
    report.cases[i].bugs.clear();
  }
  for (Bug& bug : report.bugs) {
    std::set<std::size_t> held;
    for (const std::string& id : bug.cases)
      if (const auto place = places.find(id); place != places.end()) held.insert(place->second);
    bug.cases.clear();
    for (const std::size_t place : held) {
      bug.cases.push_back(name(report.cases[place].the_case));
      report.cases[place].bugs.push_back(bug.signature);
    }
    bug.example = bug.cases.empty() ? "" : bug.cases.front();
  }
  std::erase_if(report.bugs, [](const Bug& bug) { return bug.cases.empty(); });
}

void require_linked_bugs(const Report& report) {
  std::set<std::pair<std::string, std::string>> by_bugs, by_cases;  // case and signature
  std::set<std::string> names;
  for (const CaseResult& result : report.cases) {
    const std::string& id = *names.insert(name(result.the_case)).first;
    for (const std::string& signature : result.bugs) by_cases.emplace(id, signature);
  }
  for (const Bug& bug : report.bugs)
    for (const std::string& id : bug.cases) by_bugs.emplace(id, bug.signature);
  for (const auto& [id, signature] : by_cases)
    if (!by_bugs.contains({id, signature}))
      refuse("the case {} lists the bug {}, which does not list the case", id, signature);
  for (const auto& [id, signature] : by_bugs)
    if (!by_cases.contains({id, signature}))
      refuse("the bug {} lists the case {}, which {}", signature, id,
             names.contains(id) ? "does not list the bug" : "is not in the report");
}

bool lists_bugs(const Report& report) {
  if (!report.bugs.empty()) return true;
  return std::ranges::none_of(report.cases, is_device_failure, judged_verdict);
}

std::vector<const Bug*> bugs_of(const Report& report, const CaseResult& result) {
  std::vector<const Bug*> bugs;
  for (const std::string& signature : result.bugs)
    if (const Bug* bug = find_bug(report, signature)) bugs.push_back(bug);
  return bugs;
}

std::vector<MatrixRow> matrix_of(const Report& report) {
  std::vector<MatrixRow> rows;
  for (const Builtin* subject : subjects)
    for (const auto& type : gentypes) rows.push_back({subject, type.type});
  std::map<MatrixCell*, Counts> unexplained;
  std::map<MatrixCell*, std::set<const Bug*>> bugs;
  std::map<const Bug*, std::size_t> extents;  // the number of cells
  for (const CaseResult& result : report.cases) {
    const Case& c = result.the_case;
    const auto subject = index_in(subjects, c.builtin);
    MatrixRow& row = rows[subject * gentypes.size() + static_cast<std::size_t>(c.type)];
    MatrixCell& cell = row.cells[c.dim - 1];
    ++cell.counts[result.verdict];
    cell.verdict = *worst(cell.counts);
    if (!is_failure(result.verdict)) continue;
    const auto explained_by = bugs_of(report, result);
    if (explained_by.empty()) ++unexplained[&cell][result.verdict];
    for (const Bug* bug : explained_by)
      if (bugs[&cell].insert(bug).second) ++extents[bug];
  }
  for (const auto& [cell, counts] : unexplained) cell->verdict = *worst(counts);
  for (const auto& [cell, some] : bugs) {
    if (unexplained.contains(cell)) continue;
    cell->bug = *std::ranges::min_element(some, {}, [&](const Bug* bug) { return extents[bug]; });
    cell->number = static_cast<std::size_t>(cell->bug - report.bugs.data()) + 1;
  }
  std::erase_if(rows, [](const MatrixRow& row) {
    // Builtins of an extension that the device lacks have no rows.
    return std::ranges::none_of(row.cells, [&](const MatrixCell& cell) {
      const auto verdict = worst(cell.counts);
      return verdict && (is_core(*row.builtin) || verdict != Verdict::Skip);
    });
  });
  return rows;
}

std::vector<GenType> types_of(const std::vector<MatrixRow>& rows) {
  std::vector<GenType> found;
  for (const auto& row : gentypes)
    if (is_in(row.type, rows, &MatrixRow::type)) found.push_back(row.type);
  return found;
}

}  // namespace wgcts::reports

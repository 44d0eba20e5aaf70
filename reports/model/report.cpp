#include "reports/model/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reference/lists.hpp"
#include "reports/model/text.hpp"
#include "results/fields.hpp"
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
    return fmt::format("every case that the device supports passes, but {} ended abnormally",
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

constexpr auto segment_fields = std::tuple(
    Field{"command", &RunSegment::command}, Field{"jobs", &RunSegment::jobs},
    Field{"memory", &RunSegment::memory}, Field{"driver_cache", &RunSegment::driver_cache},
    Field{"environment", &RunSegment::environment}, optional_field("started", &RunSegment::started),
    optional_field("tool", &RunSegment::tool), optional_field("kit", &RunSegment::kit),
    optional_field("driver", &RunSegment::driver), optional_field("launcher", &RunSegment::launcher),
    optional_field("worker", &RunSegment::worker), optional_field("device", &RunSegment::device),
    optional_field("baseline", &RunSegment::baseline), optional_field("host", &RunSegment::host),
    optional_field("system", &RunSegment::system), optional_field("processor", &RunSegment::processor),
    optional_field("baseline_sha256", &RunSegment::baseline_sha256));

constexpr auto run_fields =
    std::tuple(Field{"seed", &RunInfo::seed}, Field{"profile", &RunInfo::profile},
               Field{"selection", &RunInfo::selection}, Field{"started", &RunInfo::started},
               Field{"seconds", &RunInfo::seconds}, Field{"complete", &RunInfo::complete},
               optional_field("drawn", &RunInfo::drawn), optional_field("draws", &RunInfo::draws));

}  // namespace

const RunSegment& last_segment(const Report& report) {
  static const RunSegment none;
  return report.run.segments.empty() ? none : report.run.segments.back();
}

Counts count_verdicts(std::span<const CaseResult> cases) {
  Counts counts{};
  for (const auto& result : cases) ++counts[result.verdict];
  return counts;
}

std::string sub_group_words(const DeviceFacts& device) {
  if (!device.implementation || !device.implementation->sub_groups) return {};
  const SubGroupLayout& layout = *device.implementation->sub_groups;
  return fmt::format("sub-groups of up to {}, {}", counted(layout.width, "work-item"),
                     layout.by_row ? "each within a row" : "by linear id");
}

std::string judged_file(const DeviceFacts& device) {
  if (!device.implementation) return {};
  return device.implementation->file + ", SHA-256 " + device.implementation->sha256;
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
  if (!some(was_tested)) return Outcome::NothingJudged;
  if (some(is_failure)) return Outcome::Fail;
  if (!report.worker_failures.empty()) return Outcome::Fail;
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

bool all_judged(std::span<const CaseResult> cases) {
  return std::ranges::none_of(cases, [](const CaseResult& r) { return r.verdict == Verdict::NotRun; });
}

bool without_device(const Report& report) {
  return !report.cases.empty() && std::ranges::all_of(report.cases, [](const CaseResult& r) {
    return r.verdict == Verdict::Skip && r.reason && r.reason->query == device_search;
  });
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
  write_fields(object, run, run_fields);
  object["shard"] = run.shard;
  if (!run.complete) object["interrupted"] = run.interrupted;
  for (const RunSegment& segment : run.segments)
    write_fields(object["legs"].emplace_back(), segment, segment_fields);
  return object;
}

RunInfo run_from_json(const json& object) {
  RunInfo run;
  read_fields(object, run, run_fields);
  run.shard = optional_text_from(object, "shard");
  run.interrupted = object.contains("interrupted") && bool_from(object["interrupted"]);
  if (object.contains("legs"))
    for (const json& segment : array_from(object["legs"]))
      read_fields(segment, run.segments.emplace_back(), segment_fields);
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

}  // namespace wgcts::reports

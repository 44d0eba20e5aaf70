#include "reports/model/run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/model/text.hpp"
#include "results/fields.hpp"
#include "suites/plan.hpp"
#include "suites/selection.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

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
  std::vector<std::pair<std::string, std::string>> facts;
  const auto add = [&](std::string name, std::string value) {
    if (!value.empty()) facts.emplace_back(std::move(name), std::move(value));
  };
  add("command", shell_line(segment.command));
  add("suite", segment.tool);
  add("kit", segment.kit);
  add("driver", segment.driver);
  add("launcher", segment.launcher);
  add("worker", segment.worker);
  add("jobs", segment.jobs == 0 ? "" : std::to_string(segment.jobs));
  add("driver's compile caches", segment.driver_cache ? "on: programs may come from an earlier run" : "off");
  add("baseline", segment.baseline);
  add("baseline's SHA-256", segment.baseline_sha256);
  add("host", segment.host);
  add("system", segment.system);
  add("processor", segment.processor);
  for (const auto& [variable, value] : segment.environment) add(variable, value);
  return facts;
}

std::vector<Case> cases_asked_for(const RunInfo& run) {
  const auto* profile = std::ranges::find(profiles, run.profile, &ProfileInfo::name);
  if (profile == profiles.end())
    throw std::invalid_argument(fmt::format("this version of wgcts has no profile '{}'", run.profile));
  if (profile->profile == Profile::Soak) throw std::invalid_argument("a soak has no list of cases");
  const Selection selection = selection_from(run.selection);
  return select(candidates(plan(profile->profile), selection), selection);
}

}  // namespace wgcts::reports

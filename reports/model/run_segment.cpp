#include "reports/model/run_segment.hpp"

#include "reports/model/shell.hpp"
#include "results/json_values.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::json;

struct Text {
  const char* key;
  std::string RunSegment::*member;
};
constexpr Text texts[] = {{"started", &RunSegment::started},
                          {"tool", &RunSegment::tool},
                          {"kit", &RunSegment::kit},
                          {"driver", &RunSegment::driver},
                          {"launcher", &RunSegment::launcher},
                          {"worker", &RunSegment::worker},
                          {"device", &RunSegment::device},
                          {"baseline", &RunSegment::baseline},
                          {"host", &RunSegment::host},
                          {"system", &RunSegment::system},
                          {"processor", &RunSegment::processor},
                          {"baseline_sha256", &RunSegment::baseline_sha256}};

}  // namespace

nlohmann::ordered_json to_json(const RunSegment& segment) {
  nlohmann::ordered_json object{{"command", segment.command},
                                {"jobs", segment.jobs},
                                {"memory", segment.memory},
                                {"driver_cache", segment.driver_cache},
                                {"environment", segment.environment}};
  for (const Text& text : texts)
    if (!(segment.*text.member).empty()) object[text.key] = segment.*text.member;
  return object;
}

RunSegment segment_from_json(const json& object) {
  RunSegment segment;
  segment.command = object.at("command").get<std::vector<std::string>>();
  segment.jobs = size_from(object.at("jobs"));
  segment.memory = size_from(object.at("memory"));
  segment.driver_cache = bool_from(object.at("driver_cache"));
  segment.environment = object.at("environment").get<std::map<std::string, std::string>>();
  for (const Text& text : texts) segment.*text.member = optional_text_from(object, text.key);
  return segment;
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

}  // namespace wgcts::reports

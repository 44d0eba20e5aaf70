#include "reports/model/leg.hpp"

#include "reports/model/shell.hpp"
#include "results/json_values.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::json;

struct Text {
  const char* key;
  std::string Leg::*member;
};
constexpr Text texts[] = {
    {"started", &Leg::started}, {"tool", &Leg::tool},           {"kit", &Leg::kit},
    {"driver", &Leg::driver},   {"launcher", &Leg::launcher},   {"worker", &Leg::worker},
    {"device", &Leg::device},   {"baseline", &Leg::baseline},   {"host", &Leg::host},
    {"system", &Leg::system},   {"processor", &Leg::processor}, {"baseline_sha256", &Leg::baseline_sha256}};

}  // namespace

nlohmann::ordered_json to_json(const Leg& leg) {
  nlohmann::ordered_json object{{"command", leg.command},
                                {"jobs", leg.jobs},
                                {"memory", leg.memory},
                                {"driver_cache", leg.driver_cache},
                                {"environment", leg.environment}};
  for (const Text& text : texts)
    if (!(leg.*text.member).empty()) object[text.key] = leg.*text.member;
  return object;
}

Leg leg_from_json(const json& object) {
  Leg leg;
  leg.command = object.at("command").get<std::vector<std::string>>();
  leg.jobs = size_from(object.at("jobs"));
  leg.memory = size_from(object.at("memory"));
  leg.driver_cache = bool_from(object.at("driver_cache"));
  leg.environment = object.at("environment").get<std::map<std::string, std::string>>();
  for (const Text& text : texts) leg.*text.member = optional_text_from(object, text.key);
  return leg;
}

std::vector<std::pair<std::string, std::string>> facts_of(const Leg& leg) {
  std::vector<std::pair<std::string, std::string>> facts;
  const auto add = [&](std::string name, std::string value) {
    if (!value.empty()) facts.emplace_back(std::move(name), std::move(value));
  };
  add("command", shell_line(leg.command));
  add("suite", leg.tool);
  add("kit", leg.kit);
  add("driver", leg.driver);
  add("launcher", leg.launcher);
  add("worker", leg.worker);
  add("jobs", leg.jobs == 0 ? "" : std::to_string(leg.jobs));
  add("driver's compile caches", leg.driver_cache ? "left on: programs may be of an earlier run" : "off");
  add("baseline", leg.baseline);
  add("baseline's SHA-256", leg.baseline_sha256);
  add("host", leg.host);
  add("system", leg.system);
  add("processor", leg.processor);
  for (const auto& [variable, value] : leg.environment) add(variable, value);
  return facts;
}

}  // namespace wgcts::reports

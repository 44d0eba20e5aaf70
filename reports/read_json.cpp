#include "reports/read_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <unordered_set>

#include "reports/json_input.hpp"
#include "reports/run_json.hpp"

namespace wgcts {
namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& sentence) { throw std::runtime_error(sentence); }

double seconds_from(const json& value) {
  if (!value.is_number()) throw std::invalid_argument("seconds are a number");
  return value.get<double>();
}

Timing timing_from(const json& object) {
  Timing timing;
  for (const ActivityInfo& a : activities) timing[a.activity] = seconds_from(object.at(std::string(a.name)));
  return timing;
}

std::vector<Timing> workers_from(const json& timing) {
  std::vector<Timing> workers;
  for (const json& worker : timing.at("workers").get_ref<const json::array_t&>())
    workers.push_back(timing_from(worker));
  return workers;
}

// Says first whether this is a report at all: whoever mistakes the file shall not read of missing members.
void require_report(const json& document) {
  if (!document.is_object() || !document.contains("schema") || !document["schema"].is_object() ||
      document["schema"].value("name", json()) != "wgcts-report")
    refuse("this is no report of wgcts: it has no schema.name \"wgcts-report\"");
  const json version = document["schema"].value("version", json());
  if (!version.is_string() || !version.get_ref<const std::string&>().starts_with("1."))
    refuse(fmt::format("its schema.version is {}, and this program reads 1.x", version.dump()));
}

}  // namespace

Report read_report(const std::string& path) {
  Report report;
  std::unordered_set<std::string> ids;
  const json document = read_json_file(path, "cases", [&](json&& element) {
    CaseResult result = result_from_json(element);
    if (!ids.insert(name(result.the_case)).second)
      refuse(fmt::format("the case {} is there twice", name(result.the_case)));
    report.cases.push_back(std::move(result));
  });
  const auto part = [&](const char* key, auto&& read) {
    try {
      if (!document.contains(key)) throw std::invalid_argument("it is missing");
      read(document[key]);
    } catch (const std::exception& error) {
      refuse(fmt::format("{}: {}: {}", path == "-" ? "standard input" : path, key, error.what()));
    }
  };
  try {
    require_report(document);
  } catch (const std::exception& error) {
    refuse(fmt::format("{}: {}", path == "-" ? "standard input" : path, error.what()));
  }
  part("run", [&](const json& run) { report.run = run_from_json(run); });
  part("timing", [&](const json& timing) { report.workers = workers_from(timing); });
  part("device", [&](const json& device) { report.device = facts_from_json(device); });
  part("cases", [](const json& cases) { (void)cases.get_ref<const json::array_t&>(); });
  return report;
}

}  // namespace wgcts

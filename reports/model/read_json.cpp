#include "reports/model/read_json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <unordered_set>

#include "reports/model/bugs.hpp"
#include "reports/model/json.hpp"
#include "reports/model/json_input.hpp"
#include "reports/model/schema.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::json;

constexpr const char* needed[] = {"run", "timing", "device", "cases"};

Timing timing_from(const json& object) {
  Timing timing;
  for (const ActivityInfo& a : activities) timing[a.activity] = object[std::string(a.name)].get<double>();
  return timing;
}

// The schema is checked before values are read, as it gives the best messages.
CaseResult case_from(const json& element, const std::string& name) {
  require_schema(report_schema(), report_schema()["$defs"]["case"], element, name);
  try {
    return result_from_json(element);
  } catch (const std::exception& error) {
    refuse(fmt::format("{}: {}", name, json_message(error.what())));
  }
}

std::vector<Bug> bugs_from(const json& list) {
  std::vector<Bug> bugs;
  std::unordered_set<std::string> signatures;
  for (const json& object : list) {
    bugs.push_back(bug_from_json(object));
    if (!signatures.insert(bugs.back().signature).second)
      refuse(fmt::format("the bug {} is listed twice", bugs.back().signature));
  }
  return bugs;
}

// Tolerance for sums of seconds, which depend on the order of addition.
constexpr double relative_slack = 1e-6;

bool same_value(const json& expected, const json& found) {
  if (!expected.is_number_float() || !found.is_number()) return expected == found;
  const double sum = expected.get<double>();
  return std::abs(sum - found.get<double>()) <= relative_slack * std::max(1.0, std::abs(sum));
}

/// The first difference, or nothing. Members that are only in `found` are ignored: a newer version may have
/// added them.
std::string difference(const json& expected, const json& found, const std::string& name) {
  if (expected.is_object() && found.is_object()) {
    for (const auto& [key, member] : expected.items()) {
      const auto other = found.find(key);
      const auto member_name = name.empty() ? key : name + "." + key;
      if (other == found.end()) return member_name + " is missing";
      if (auto text = difference(member, *other, member_name); !text.empty()) return text;
    }
    return "";
  }
  if (expected.is_array() && found.is_array() && expected.size() == found.size()) {
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (auto text = difference(expected[i], found[i], fmt::format("{}[{}]", name, i)); !text.empty())
        return text;
    return "";
  }
  if (expected.is_array() && found.is_array())
    return fmt::format("{} has {} elements, but the cases give {}", name, found.size(), expected.size());
  if (same_value(expected, found)) return "";
  return fmt::format("{} is {}, but the cases give {}", name, found.dump(), expected.dump());
}

/// Reads a report. `rest` becomes the JSON of its file without the cases, whose members match the schema.
Report report_from(const std::string& path, json& rest) {
  Report report;
  std::unordered_set<std::string> ids;
  std::string bad_case;  // reported only if the file is a report of this version
  rest = read_json_file(path, "cases", [&](json&& element, std::size_t line) {
    if (!bad_case.empty()) return;
    try {
      report.cases.push_back(case_from(element, fmt::format("cases[{}]", report.cases.size())));
      const auto id = name(report.cases.back().the_case);
      if (!ids.insert(id).second) refuse(fmt::format("the case {} is listed twice", id));
    } catch (const std::exception& error) {
      bad_case = fmt::format("line {}: {}", line, error.what());
    }
  });
  try {
    require_kind(rest, "report", report_version);
    if (!bad_case.empty()) refuse(bad_case);
    for (const char* key : needed)
      if (!rest.contains(key)) refuse(fmt::format("the member \"{}\" is missing", key));
    require_schema(report_schema(), {{"properties", report_schema()["properties"]}}, rest, "");
    report.run = run_from_json(rest["run"]);
    report.device = facts_from_json(rest["device"]);
    if (rest.contains("bugs")) report.bugs = bugs_from(rest["bugs"]);
  } catch (const std::exception& error) {
    refuse(fmt::format("{}: {}", display_name(path), json_message(error.what())));
  }
  for (const json& worker : rest["timing"]["workers"]) report.workers.push_back(timing_from(worker));
  if (rest.contains("tool"))
    report.tool =
        fmt::format("{} ({})", text_from(rest["tool"], "version"), text_from(rest["tool"], "commit"));
  if (rest.contains("defects")) report.defects = rest["defects"].get<std::vector<std::string>>();
  if (rest.contains("worker_failures"))
    for (const json& failure : rest["worker_failures"])
      report.worker_failures.push_back(worker_failure_from_json(failure));
  return report;
}

}  // namespace

std::string display_name(const std::string& path) { return path == "-" ? "standard input" : path; }

Report read_report(const std::string& path) {
  json rest;
  return report_from(path, rest);
}

Report validated_report(const std::string& path) {
  json rest;
  Report report = report_from(path, rest);
  auto error = schema_error(report_schema(), report_schema(), rest, "");
  if (error.empty()) error = difference(json(derived_json(report)), rest, "");
  if (error.empty()) error = bugs_error(report);
  if (!error.empty()) throw std::runtime_error(fmt::format("{}: {}", display_name(path), error));
  return report;
}

}  // namespace wgcts::reports

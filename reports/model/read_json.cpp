#include "reports/model/read_json.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <unordered_set>

#include "reports/model/json_input.hpp"
#include "reports/model/schema.hpp"
#include "reports/model/text.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::json;

constexpr const char* needed[] = {"run", "timing", "device", "cases"};

// Throws if the value does not match the schema. This comes before values are read, as it gives the best
// messages.
void require_schema(const json& root, const json& schema, const json& value, const std::string& name) {
  if (const auto error = schema_error(root, schema, value, name); !error.empty()) refuse(error);
}

Timing timing_from(const json& object) {
  Timing timing;
  for (const ActivityInfo& a : activities) timing[a.activity] = object[std::string(a.name)].get<double>();
  return timing;
}

// Checks that the file is a report, before missing members are reported.
void require_version(const json& document) {
  const json* schema = document.is_object() && document.contains("schema") ? &document["schema"] : nullptr;
  if (schema == nullptr || !schema->is_object() || schema->value("name", json()) != "wgcts-report")
    refuse("this is not a wgcts report: schema.name is not \"wgcts-report\"");
  const json version = schema->value("version", json());
  if (!version.is_string() ||
      !version.get_ref<const std::string&>().starts_with(fmt::format("{}.", report_version)))
    refuse(fmt::format("schema.version is {}, but this version of wgcts reads {}.x", version.dump(),
                       report_version));
}

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

}  // namespace

std::string display_name(const std::string& path) { return path == "-" ? "standard input" : path; }

ReportDocument read_report_document(const std::string& path) {
  ReportDocument document;
  Report& report = document.report;
  std::unordered_set<std::string> ids;
  std::string bad_case;  // reported only if the file is a report of this version
  document.rest = read_json_file(path, "cases", [&](json&& element, std::size_t line) {
    if (!bad_case.empty()) return;
    try {
      report.cases.push_back(case_from(element, fmt::format("cases[{}]", report.cases.size())));
      const auto id = name(report.cases.back().the_case);
      if (!ids.insert(id).second) refuse(fmt::format("the case {} is listed twice", id));
    } catch (const std::exception& error) {
      bad_case = fmt::format("line {}: {}", line, error.what());
    }
  });
  const json& rest = document.rest;
  try {
    require_version(rest);
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
  if (rest.contains("defects")) report.defects = rest["defects"].get<std::vector<std::string>>();
  if (rest.contains("worker_failures"))
    for (const json& failure : rest["worker_failures"])
      report.worker_failures.push_back(worker_failure_from_json(failure));
  return document;
}

Report read_report(const std::string& path) { return read_report_document(path).report; }

}  // namespace wgcts::reports

#include "reports/model/json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <set>
#include <unordered_set>
#include <utility>

#include "reference/clauses.hpp"
#include "report_schema.hpp"
#include "reports/model/json_file.hpp"
#include "results/json.hpp"
#include "system/output_file.hpp"
#include "version.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

// Puts the most important members first, and the others in alphabetical order.
ordered_json in_order(json object, std::initializer_list<const char*> first) {
  ordered_json ordered;
  for (const char* key : first) ordered[key] = object.at(key);
  for (const char* key : first) object.erase(key);
  for (const auto& [key, value] : object.items()) ordered[key] = value;
  return ordered;
}

ordered_json timing_json(const std::vector<Timing>& workers) {
  return {{"sum", sum_of(workers)}, {"workers", workers}};
}

ordered_json summary_json(const Report& report) {
  const Counts counts = count_verdicts(report.cases);
  ordered_json summary{{"verdict", name(outcome_of(report))}, {"total", report.cases.size()}};
  for (const auto& verdict : verdicts) summary[std::string(verdict.name)] = counts[verdict.verdict];
  return summary;
}

ordered_json cell_json(unsigned dim, const Counts& counts) {
  ordered_json cell{{"dim", dim}, {"verdict", info(*worst(counts)).name}, {"counts", ordered_json::object()}};
  for (const auto& verdict : verdicts)
    if (const std::size_t n = counts[verdict.verdict]; n != 0) cell["counts"][std::string(verdict.name)] = n;
  return cell;
}

ordered_json row_json(const MatrixRow& row) {
  ordered_json object{
      {"builtin", row.builtin->name}, {"type", info(row.type).name}, {"cells", ordered_json::array()}};
  for (unsigned dim = 1; dim <= 3; ++dim)
    if (const Counts& counts = row.cells[dim - 1].counts; worst(counts))
      object["cells"].push_back(cell_json(dim, counts));
  return object;
}

/// The clauses that bad verdicts cite, in the order of the register.
std::vector<const Clause*> cited_clauses(const Report& report) {
  std::set<std::string> ids;
  for (const CaseResult& result : report.cases) {
    if (info(result.verdict).good && result.verdict != Verdict::ExpectedFail) continue;
    if (result.failure)
      ids.merge(broken_clauses(*result.failure));
    else
      ids.insert(result.clauses.begin(), result.clauses.end());
  }
  std::vector<const Clause*> cited;
  for (const Clause& clause : clauses)
    if (ids.contains(std::string(clause.id))) cited.push_back(&clause);
  return cited;
}

ordered_json clause_json(const Clause& clause) {
  ordered_json places = ordered_json::array();
  for (const Section* section : sections_of(clause))
    places.push_back({{"document", section->document->name},
                      {"version", section->document->version},
                      {"section", section->title},
                      {"path", section->path},
                      {"anchor", section->anchor}});
  return {{"id", clause.id}, {"text", clause.text}, {"where", std::move(places)}};
}

constexpr const char* needed[] = {"run", "timing", "device", "cases"};

// Checks the schema before reading values, because the schema gives the best messages.
CaseResult case_from(const json& element, const std::string& name) {
  require_schema(report_schema(), report_schema()["$defs"]["case"], element, name);
  try {
    return result_from_json(element);
  } catch (const std::exception& error) {
    refuse("{}: {}", name, json_message(error.what()));
  }
}

std::vector<Bug> bugs_from(const json& list) {
  std::vector<Bug> bugs;
  std::unordered_set<std::string> signatures;
  for (const json& object : list) {
    bugs.push_back(bug_from_json(object));
    if (!signatures.insert(bugs.back().signature).second)
      refuse("the bug {} is listed twice", bugs.back().signature);
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

/// Throws with the first difference. Members that are only in `found` are ignored: a newer version may have
/// added them.
void require_equal(const json& expected, const json& found, const std::string& name) {
  if (expected.is_object() && found.is_object()) {
    for (const auto& [key, member] : expected.items()) {
      const auto member_name = name.empty() ? key : name + "." + key;
      if (!found.contains(key)) refuse(member_name + " is missing");
      require_equal(member, found[key], member_name);
    }
  } else if (expected.is_array() && found.is_array()) {
    if (expected.size() != found.size())
      refuse("{} has {} elements, but the cases give {}", name, found.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
      require_equal(expected[i], found[i], fmt::format("{}[{}]", name, i));
  } else if (!same_value(expected, found)) {
    refuse("{} is {}, but the cases give {}", name, found.dump(), expected.dump());
  }
}

/// The members that are computed from cases and workers.
ordered_json derived_json(const Report& report) {
  ordered_json derived{{"summary", summary_json(report)},
                       {"timing", timing_json(report.workers)},
                       {"profile", observed_profile(report)},
                       {"matrix", ordered_json::array()}};
  for (const MatrixRow& row : matrix_of(report)) derived["matrix"].push_back(row_json(row));
  return derived;
}

/// The bugs' C programs have paths relative to the folder where the run was started. From another folder,
/// finds them by their place relative to the report.
void find_programs(Report& report, const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(path).parent_path();
  fs::path written;  // a resumed run has no --json of its own
  for (const RunSegment& segment : report.run.segments)
    if (const std::string file = typed_value(segment, "--json"); !file.empty()) written = file;
  std::error_code error;
  for (Bug& bug : report.bugs) {
    const fs::path moved = folder / fs::path(bug.reproducer).lexically_relative(written.parent_path());
    if (!fs::exists(bug.reproducer, error) && fs::is_regular_file(moved, error))
      bug.reproducer = moved.lexically_normal().string();
  }
}

/// Reads a report. Also returns the JSON of its file without the cases, whose members match the schema.
std::pair<Report, json> report_from(const std::string& path) {
  Report report;
  std::unordered_set<std::string> ids;
  json rest = read_document(path, "report", report_version, "cases", [&](json&& element, std::size_t) {
    report.cases.push_back(case_from(element, fmt::format("cases[{}]", report.cases.size())));
    const auto id = name(report.cases.back().the_case);
    if (!ids.insert(id).second) refuse("the case {} is listed twice", id);
  });
  try {
    for (const char* key : needed)
      if (!rest.contains(key)) refuse("the member \"{}\" is missing", key);
    require_schema(report_schema(), {{"properties", report_schema()["properties"]}}, rest, "");
    report.run = run_from_json(rest["run"]);
    report.device = facts_from_json(rest["device"]);
    if (rest.contains("bugs")) report.bugs = bugs_from(rest["bugs"]);
    find_programs(report, path);
  } catch (const std::exception& error) {
    refuse("{}: {}", display_name(path), json_message(error.what()));
  }
  read(rest["timing"]["workers"], report.workers);
  if (rest.contains("tool"))
    report.tool =
        fmt::format("{} ({})", text_from(rest["tool"], "version"), text_from(rest["tool"], "commit"));
  if (rest.contains("defects")) report.defects = rest["defects"].get<std::vector<std::string>>();
  if (rest.contains("worker_failures"))
    for (const json& failure : rest["worker_failures"])
      report.worker_failures.push_back(worker_failure_from_json(failure));
  return {std::move(report), std::move(rest)};
}

}  // namespace

const json& report_schema() {
  static const json schema = json::parse(report_2_schema_json);
  return schema;
}

void json_text(const Report& report, const TextSink& sink) {
  const char* before_member = "{\n";
  const auto start = [&](std::string_view key) {
    sink(fmt::format("{}\"{}\": ", std::exchange(before_member, ",\n"), key));
  };
  const auto member = [&](std::string_view key, const ordered_json& value) {
    start(key);
    sink(utf8_dump(value, 2));
  };
  const auto list = [&](std::string_view key, const auto& items, auto&& item_json) {
    start(key);
    const char* before_item = "[\n";
    for (const auto& item : items) sink(std::exchange(before_item, ",\n") + utf8_dump(item_json(item)));
    sink(items.empty() ? "[\n]" : "\n]");
  };
  member("schema", {{"name", "wgcts-report"}, {"version", "2.0"}});
  member("tool", {{"name", "wgcts"}, {"version", wgcts_version}, {"commit", wgcts_commit}});
  member("run", to_json(report.run));
  member("summary", summary_json(report));
  member("timing", timing_json(report.workers));
  member("device",
         in_order(to_json(report.device), {"index", "name", "platform", "vendor", "driver", "opencl"}));
  member("profile", observed_profile(report));
  list("clauses", cited_clauses(report), [](const Clause* clause) { return clause_json(*clause); });
  if (!report.defects.empty()) member("defects", report.defects);
  if (!report.worker_failures.empty())
    list("worker_failures", report.worker_failures, [](const WorkerFailure& f) { return to_json(f); });
  if (!report.bugs.empty())
    list("bugs", report.bugs, [](const Bug& bug) {
      return in_order(to_json(bug), {"signature", "sentence", "what", "where", "builtins", "types"});
    });
  list("matrix", matrix_of(report), row_json);
  list("cases", report.cases, [](const CaseResult& result) {
    return in_order(to_json(result), {"id", "verdict", "builtin", "type", "dim"});
  });
  sink("\n}\n");
}

void write_json(const Report& report, const std::string& path) {
  system::OutputFile file(path);
  json_text(report, [&](std::string_view piece) { file.write(piece); });
  file.commit();
}

Report read_report(const std::string& path) { return report_from(path).first; }

Report validated_report(const std::string& path) {
  auto [report, rest] = report_from(path);
  try {
    require_schema(report_schema(), report_schema(), rest, "");
    require_equal(json(derived_json(report)), rest, "");
    require_linked_bugs(report);
  } catch (const std::runtime_error& error) {
    refuse("{}: {}", display_name(path), error.what());
  }
  return std::move(report);
}

std::string version_text() { return std::string("wgcts ") + wgcts_version + " (" + wgcts_commit + ")"; }

}  // namespace wgcts::reports

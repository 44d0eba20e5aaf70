#include "reports/model/json.hpp"

#include <fmt/format.h>

#include <initializer_list>

#include "reference/clauses.hpp"
#include "results/json_values.hpp"
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
  const auto object = [](const Timing& timing) {
    ordered_json seconds;
    for (const ActivityInfo& a : activities) seconds[std::string(a.name)] = timing[a.activity];
    return seconds;
  };
  ordered_json timing{{"sum", object(sum_of(workers))}, {"workers", ordered_json::array()}};
  for (const Timing& worker : workers) timing["workers"].push_back(object(worker));
  return timing;
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
    if (worst(row.dims[dim - 1])) object["cells"].push_back(cell_json(dim, row.dims[dim - 1]));
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

}  // namespace

void json_text(const Report& report, const TextSink& sink) {
  const auto member = [&](std::string_view key, const ordered_json& value) {
    sink(fmt::format("\"{}\": {},\n", key, utf8_dump(value, 2)));
  };
  const auto list = [&](std::string_view key, const auto& items, auto&& item_json) {
    sink(fmt::format("\"{}\": [", key));
    const char* separator = "\n";
    for (const auto& item : items) {
      sink(separator);
      sink(utf8_dump(item_json(item)));
      separator = ",\n";
    }
    sink("\n]");
  };
  sink("{\n");
  member("schema", {{"name", "wgcts-report"}, {"version", "2.0"}});
  member("tool", {{"name", "wgcts"}, {"version", wgcts_version}, {"commit", wgcts_commit}});
  member("run", to_json(report.run));
  member("summary", summary_json(report));
  member("timing", timing_json(report.workers));
  member("device",
         in_order(to_json(report.device), {"index", "name", "platform", "vendor", "driver", "opencl"}));
  member("profile", observed_profile(report));
  list("clauses", cited_clauses(report), [](const Clause* clause) { return clause_json(*clause); });
  sink(",\n");
  if (!report.defects.empty()) member("defects", report.defects);
  if (!report.worker_failures.empty()) {
    list("worker_failures", report.worker_failures, [](const WorkerFailure& f) { return to_json(f); });
    sink(",\n");
  }
  if (!report.bugs.empty()) {
    list("bugs", report.bugs, [](const Bug& bug) {
      return in_order(to_json(bug), {"signature", "sentence", "what", "where", "builtins", "types"});
    });
    sink(",\n");
  }
  list("matrix", matrix_of(report), row_json);
  sink(",\n");
  list("cases", report.cases, [](const CaseResult& result) {
    return in_order(to_json(result), {"id", "verdict", "builtin", "type", "dim"});
  });
  sink("\n}\n");
}

nlohmann::ordered_json derived_json(const Report& report) {
  ordered_json derived{{"summary", summary_json(report)},
                       {"timing", timing_json(report.workers)},
                       {"profile", observed_profile(report)},
                       {"matrix", ordered_json::array()}};
  for (const MatrixRow& row : matrix_of(report)) derived["matrix"].push_back(row_json(row));
  return derived;
}

void write_json(const Report& report, const std::string& path) {
  system::OutputFile file(path);
  json_text(report, [&](std::string_view piece) { file.write(piece); });
  file.commit();
}

std::string version_text() { return std::string("wgcts ") + wgcts_version + " (" + wgcts_commit + ")"; }

}  // namespace wgcts::reports

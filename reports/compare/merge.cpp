#include "reports/compare/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "reports/model/text.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::json;

// The facts that two boards with the same driver share.
json identity(const DeviceFacts& device) {
  json facts = to_json(device);
  for (const char* of_the_host : {"index", "loader", "driver_file", "hardware", "twins"})
    facts.erase(of_the_host);
  for (const char* of_the_board : {"global_memory", "max_allocation", "compute_units"})
    facts["limits"].erase(of_the_board);
  return facts;
}

// The facts that all parts must share.
json common(const NamedReport& part) {
  const RunInfo& run = part.report.run;
  return {{"tool", part.report.tool},
          {"seed", run.seed},
          {"profile", run.profile},
          {"selection", run.selection},
          {"device", identity(part.report.device)}};
}

void require_same_run(const NamedReport& first, const NamedReport& part) {
  const json wanted = common(first), found = common(part), patch = json::diff(wanted, found);
  if (patch.empty()) return;
  // The shortest path names the most useful difference: the device's name, not one of its extensions.
  auto place = std::ranges::min(patch, {},
                                [](const json& change) {
                                  return change["path"].get_ref<const std::string&>().size();
                                })["path"]
                   .get<std::string>();
  if (place.ends_with("/-")) place.resize(place.size() - 2);  // an element was added to the list
  const auto show = [&](const json& all) {
    const json::json_pointer pointer(place);
    return all.contains(pointer) ? shortened(all[pointer].dump(), 80) : std::string("absent");
  };
  refuse("{} is not a part of the same run as {}: {} is {}, not {}", part.file, first.file, place.substr(1),
         show(found), show(wanted));
}

struct Found {
  CaseResult result;
  const std::string* file = nullptr;
};

/// The results of all parts, by the case's name.
using Results = std::map<std::string, Found>;

void add_result(CaseResult&& result, const std::string& file, Results& results) {
  const std::string id = name(result.the_case);
  const auto [place, is_new] = results.try_emplace(id);
  Found& other = place->second;
  if (!is_new && result.verdict == Verdict::NotRun) return;
  if (is_new || other.result.verdict == Verdict::NotRun)
    other = {std::move(result), &file};
  else if (other.result.verdict != result.verdict || clause_of(other.result) != clause_of(result))
    refuse("{} and {} disagree on {}: {} {} and {} {}", *other.file, file, id,
           info(other.result.verdict).name, clause_of(other.result), info(result.verdict).name,
           clause_of(result));
}

std::vector<Case> plan_of(const RunInfo& run, const std::string& file, bool allow_gaps) {
  try {
    return cases_asked_for(run);
  } catch (const std::exception& error) {
    if (allow_gaps) return {};
    refuse("{}: {}, so missing cases cannot be detected; --allow-gaps merges the reports all the same", file,
           error.what());
  }
}

std::vector<CaseResult> in_order(Results results, const std::vector<Case>& plan, bool allow_gaps) {
  std::vector<CaseResult> cases;
  std::vector<std::string> gaps;
  for (const Case& c : plan)
    if (auto found = results.extract(name(c))) {
      cases.push_back(std::move(found.mapped().result));
    } else {
      gaps.push_back(name(c));
      cases.emplace_back(c, Conclusion{Verdict::NotRun, "not in any of the merged reports"});
    }
  if (!gaps.empty() && !allow_gaps)
    refuse("no report contains {}{}, which profile and selection include; --allow-gaps makes them not_run",
           gaps.front(), gaps.size() == 1 ? "" : fmt::format(" and {} more", gaps.size() - 1));
  for (auto& [id, other] : results) {
    if (!allow_gaps) refuse("{}: {} is not in its profile and selection", *other.file, id);
    cases.push_back(std::move(other.result));
  }
  return cases;
}

}  // namespace

Report merge_reports(std::vector<NamedReport> parts, bool allow_gaps) {
  const NamedReport& first = parts.at(0);
  Report merged{first.report.device, first.report.run, {}, {}};
  merged.run.shard.clear();
  merged.run.segments.clear();
  merged.run.seconds = 0;
  merged.run.drawn = 0;
  const auto plan = plan_of(first.report.run, first.file, allow_gaps);
  Results results;
  bool interrupted = false;
  for (NamedReport& part : parts) {
    require_same_run(first, part);
    merged.run.started = std::min(merged.run.started, part.report.run.started);
    merged.run.seconds += part.report.run.seconds;
    std::ranges::move(part.report.run.segments, std::back_inserter(merged.run.segments));
    merged.run.drawn += part.report.run.drawn;
    merged.run.draws = std::max(merged.run.draws, part.report.run.draws);
    merged.workers.insert(merged.workers.end(), part.report.workers.begin(), part.report.workers.end());
    interrupted = interrupted || part.report.run.interrupted;
    std::ranges::copy(part.report.worker_failures, std::back_inserter(merged.worker_failures));
    std::ranges::copy(part.report.defects, std::back_inserter(merged.defects));
    add_bugs(merged.bugs, std::move(part.report.bugs));
    for (CaseResult& result : part.report.cases) add_result(std::move(result), part.file, results);
  }
  merged.cases = in_order(std::move(results), plan, allow_gaps);
  link_bugs(merged);
  merged.run.complete = all_judged(merged.cases);
  // Another part may have completed the cases of an interrupted part.
  merged.run.interrupted = interrupted && !merged.run.complete;
  return merged;
}

}  // namespace wgcts::reports

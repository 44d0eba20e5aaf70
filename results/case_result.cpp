#include "results/case_result.hpp"

#include <algorithm>
#include <span>

#include "reference/lists.hpp"
#include "results/json.hpp"
#include "results/program_json.hpp"
#include "system/signals.hpp"

namespace wgcts::results {

using nlohmann::json;

constexpr auto fields_of(Of<BrokenCheck>) {
  return std::tuple(Field{"check", &BrokenCheck::check}, Field{"clauses", &BrokenCheck::clauses},
                    Field{"wrong", &BrokenCheck::wrong}, Field{"groups", &BrokenCheck::groups});
}

constexpr auto fields_of(Of<Failure>) {
  return std::tuple(Field{"check", &Failure::check}, Field{"clause", &Failure::clause},
                    Field{"lane", &Failure::lane}, Field{"input", &Failure::input},
                    Field{"expected", &Failure::expected}, Field{"got", &Failure::got},
                    Field{"message", &Failure::message}, optional_field("wrong", &Failure::wrong),
                    optional_field("wrong_runs", &Failure::wrong_runs),
                    optional_field("lanes", &Failure::lanes), optional_field("broken", &Failure::broken));
}

constexpr auto fields_of(Of<Known>) {
  return std::tuple(Field{"verdict", &Known::judged}, Field{"reason", &Known::reason},
                    optional_field("bug", &Known::bug));
}

constexpr auto fields_of(Of<CaseResult>) {
  return std::tuple(
      Field{"verdict", &CaseResult::verdict}, Field{"clauses", &CaseResult::clauses},
      Field{"seconds", &CaseResult::seconds}, Field{"checks", &CaseResult::checks},
      optional_field("smallest_error_seen", &CaseResult::smallest_error_seen),
      optional_field("attempts", &CaseResult::attempts), optional_field("varies", &CaseResult::varies),
      optional_field("observed", &CaseResult::observed), optional_field("reason", &CaseResult::reason),
      optional_field("baseline", &CaseResult::known), optional_field("stage", &CaseResult::stage),
      optional_field("data_reduced", &CaseResult::data_reduced),
      optional_field("message", &CaseResult::message), optional_field("killed", &CaseResult::killed),
      optional_field("log", &CaseResult::log), optional_field("bugs", &CaseResult::bugs));
}

namespace {

/// The extents of a failure, by key. Their lists have a number for each dimension of the case; `absent` is
/// the value of the other dimensions.
struct ExtentsField {
  const char* key;
  Extents Failure::*member;
  std::size_t absent;
};
constexpr ExtentsField extents_fields[] = {{"group", &Failure::group, 0},
                                           {"local_id", &Failure::local_id, 0},
                                           {"local_size", &Failure::local_size, 1}};

json failure_json(const Failure& failure, unsigned dim) {
  json object = failure;
  for (const auto& [key, member, absent] : extents_fields)
    object[key] = std::span(failure.*member).first(dim);
  bound(object, {"message"});
  return object;
}

Failure failure_from(const json& object, unsigned dim) {
  Failure failure;
  read(object, failure);
  for (const auto& [key, member, absent] : extents_fields) {
    std::vector<std::size_t> list;
    read(object.at(key), list);
    if (list.size() != dim)
      throw std::invalid_argument(std::string(key) + " does not have a number for each dimension");
    list.resize(3, absent);
    std::ranges::copy(list, (failure.*member).begin());
  }
  if (failure.wrong != 0)
    for (const char* key : {"wrong_runs", "lanes"})
      if (!object.contains(key))
        throw std::invalid_argument(std::string("the member \"") + key + "\" is missing");
  std::size_t listed = 0;
  for (const LaneRun& run : failure.wrong_runs) listed += run.last - run.first + 1;
  if (failure.wrong_runs.size() > most_lane_runs || failure.lanes.size() > most_wrong_lanes)
    throw std::invalid_argument("more wrong lanes than a report may contain");
  if (listed > failure.wrong || failure.lanes.size() > failure.wrong)
    throw std::invalid_argument("fewer lanes are wrong than are listed");
  return failure;
}

// The id is sufficient. The other members repeat it for readers, and must not contradict it.
Case case_from(const json& object) {
  Case c;
  unsigned dim = 0;
  read(object.at("id"), c);
  read(object.at("dim"), dim);
  if (text_from(object, "builtin") != c.builtin->name || text_from(object, "type") != info(c.type).name ||
      dim != c.dim)
    throw std::invalid_argument("builtin, type or dim contradict the id " + name(c));
  if (c.given.hash && object.contains("program"))
    c.given.program = given_case_from_json(object["program"]).given.program;
  return c;
}

}  // namespace

std::vector<LaneRun> runs_of(const std::vector<std::size_t>& lanes) {
  std::vector<LaneRun> runs;
  for (const std::size_t lane : lanes)
    if (!runs.empty() && runs.back().last + 1 == lane)
      runs.back().last = lane;
    else
      runs.push_back({lane, lane});
  return runs;
}

json to_json(const CaseResult& result) {
  const Case& c = result.the_case;
  json object{{"id", name(c)}, {"builtin", c.builtin->name}, {"type", info(c.type).name}, {"dim", c.dim}};
  write(object, result);
  bound(object, {"message", "log"});
  if (result.failure) object["failure"] = failure_json(*result.failure, c.dim);
  if (c.given.program) object["program"] = to_json(*c.given.program);
  return with_valid_utf8(object);
}

CaseResult result_from_json(const json& object) {
  CaseResult result;
  read(object, result);
  result.the_case = case_from(object);
  if (object.contains("failure")) result.failure = failure_from(object["failure"], result.the_case.dim);
  return result;
}

constexpr auto fields_of(Of<WorkerFailure>) {
  return std::tuple(
      Field{"stage", &WorkerFailure::stage}, optional_field("signal", &WorkerFailure::signal),
      optional_field(
          "exit_code", &WorkerFailure::exit_code, +[](const WorkerFailure& f) { return f.signal == 0; }),
      optional_field("log", &WorkerFailure::log));
}

std::string describe(const WorkerFailure& failure) {
  if (failure.signal == 0)
    return "a worker ended with exit code " + std::to_string(failure.exit_code) + " " + failure.stage;
  return "a worker was killed by " + system::signal_name(failure.signal) + " " + failure.stage;
}

json to_json(const WorkerFailure& failure) { return with_valid_utf8(failure); }

WorkerFailure worker_failure_from_json(const json& object) {
  WorkerFailure failure;
  read(object, failure);
  if (failure.signal < 0) throw std::invalid_argument("the signal is negative");
  if (failure.signal == 0 && !object.contains("exit_code"))
    throw std::invalid_argument("neither signal nor exit_code");
  return failure;
}

constexpr auto fields_of(Of<GroupOutput>) {
  return std::tuple(Field{"group", &GroupOutput::group}, Field{"bytes", &GroupOutput::bytes});
}

constexpr auto fields_of(Of<SiteEvidence>) {
  return std::tuple(Field{"wrong", &SiteEvidence::wrong}, Field{"outputs", &SiteEvidence::outputs});
}

constexpr auto fields_of(Of<BufferEvidence>) {
  return std::tuple(Field{"poison", &BufferEvidence::poison}, Field{"bytes", &BufferEvidence::bytes});
}

constexpr auto fields_of(Of<Evidence>) {
  return std::tuple(Field{"local", &Evidence::local}, Field{"groups", &Evidence::groups},
                    Field{"poison", &Evidence::poison}, Field{"members", &Evidence::members},
                    Field{"sites", &Evidence::sites}, Field{"outputs", &Evidence::outputs});
}

json to_json(const Evidence& evidence) { return evidence; }

Evidence evidence_from_json(const json& object) {
  Evidence evidence;
  read(object, evidence);
  // The sizes decide how much memory is allocated.
  constexpr std::size_t most_items = std::size_t{1} << 16, most_groups = std::size_t{1} << 24;
  if (!is_within(evidence.local, most_items) || evidence.groups > most_groups)
    throw std::invalid_argument("no work-items, or too many");
  return evidence;
}

}  // namespace wgcts::results

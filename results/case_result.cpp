#include "results/case_result.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "results/json_values.hpp"
#include "results/lane_json.hpp"
#include "results/program_json.hpp"

namespace wgcts::results {
namespace {

using nlohmann::json;

// JSON has no INF and NaN; they are written as the C library prints them.
json number(double value) {
  if (std::isfinite(value)) return value;
  if (std::isnan(value)) return "nan";
  return value > 0 ? "inf" : "-inf";
}

double number_from(const json& value) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!value.is_string()) return value.get<double>();
  if (value == "inf") return infinity;
  if (value == "-inf") return -infinity;
  if (value == "nan") return std::numeric_limits<double>::quiet_NaN();
  throw std::invalid_argument("not a number: " + value.get<std::string>());
}

json extents(const Extents& e, unsigned dim) {
  json list = json::array();
  for (std::size_t d = 0; d < dim; ++d) list.push_back(e[d]);
  return list;
}

// `absent` is the value of dimensions that the case does not have.
Extents extents_from(const json& object, const char* key, unsigned dim, std::size_t absent) {
  const auto& list = object.at(key).get_ref<const json::array_t&>();
  if (list.size() != dim)
    throw std::invalid_argument(std::string(key) + " does not have a number for each dimension");
  Extents e{absent, absent, absent};
  std::ranges::transform(list, e.begin(), size_from);
  return e;
}

json broken_check(const BrokenCheck& b) {
  return {{"check", b.check}, {"clauses", b.clauses}, {"wrong", b.wrong}, {"groups", b.groups}};
}

BrokenCheck broken_check_from(const json& object) {
  return {text_from(object, "check"), object.at("clauses").get<std::set<std::string>>(),
          size_from(object.at("wrong")), size_from(object.at("groups"))};
}

json failure(const Failure& f, unsigned dim) {
  json object{{"check", f.check},
              {"clause", f.clause},
              {"group", extents(f.group, dim)},
              {"lane", f.lane},
              {"local_id", extents(f.local_id, dim)},
              {"local_size", extents(f.local_size, dim)},
              {"input", to_json(f.input)},
              {"expected", to_json(f.expected)},
              {"got", to_json(f.got)},
              {"message", bounded(f.message)}};
  for (const BrokenCheck& b : f.broken) object["broken"].push_back(broken_check(b));
  if (f.wrong == 0) return object;
  object["wrong"] = f.wrong;
  object["wrong_runs"] = to_json(f.wrong_runs);
  object["lanes"] = to_json(f.lanes);
  return object;
}

void read_wrong_lanes(const json& object, Failure& f) {
  if (!object.contains("wrong")) return;
  const auto refuse = [](const char* what) { throw std::invalid_argument(what); };
  f.wrong = size_from(object["wrong"]);
  f.wrong_runs = lane_runs_from(object.at("wrong_runs"));
  f.lanes = lanes_from(object.at("lanes"));
  std::size_t held = 0;
  for (const LaneRun& run : f.wrong_runs) held += run.last - run.first + 1;
  if (f.wrong_runs.size() > most_lane_runs || f.lanes.size() > most_wrong_lanes)
    refuse("more wrong lanes than a report may contain");
  if (held > f.wrong || f.lanes.size() > f.wrong) refuse("fewer lanes are wrong than are listed");
}

Failure failure_from(const json& object, unsigned dim) {
  Failure f;
  f.check = text_from(object, "check");
  f.clause = text_from(object, "clause");
  f.group = extents_from(object, "group", dim, 0);
  f.lane = size_from(object.at("lane"));
  f.local_id = extents_from(object, "local_id", dim, 0);
  f.local_size = extents_from(object, "local_size", dim, 1);
  f.input = value_from_json(object.at("input"));
  f.expected = value_from_json(object.at("expected"));
  f.got = value_from_json(object.at("got"));
  f.message = text_from(object, "message");
  read_wrong_lanes(object, f);
  if (object.contains("broken"))
    for (const json& item : object["broken"].get_ref<const json::array_t&>())
      f.broken.push_back(broken_check_from(item));
  return f;
}

json known(const Known& k) {
  json object{{"verdict", info(k.judged).name}, {"reason", k.reason}};
  if (!k.bug.empty()) object["bug"] = k.bug;
  return object;
}

Stage stage_from(const std::string& text) {
  const auto stage = stage_named(text);
  if (!stage) throw std::invalid_argument("not a stage: " + text);
  return *stage;
}

Known known_from(const json& object) {
  return {verdict_named(text_from(object, "verdict")), text_from(object, "reason"),
          optional_text_from(object, "bug")};
}

Case case_named(const std::string& id) {
  const auto parsed = parse_case(id);
  if (!parsed) throw std::invalid_argument("not a case: " + id);
  return *parsed;
}

// The id is sufficient. The other members repeat it for readers, and must not contradict it.
Case case_from(const json& object) {
  const auto& id = text_from(object, "id");
  const Case parsed = case_named(id);
  if (text_from(object, "builtin") != parsed.builtin->name ||
      text_from(object, "type") != info(parsed.type).name || size_from(object.at("dim")) != parsed.dim)
    throw std::invalid_argument("builtin, type or dim contradict the id " + id);
  if (parsed.given.hash.empty() || !object.contains("program")) return parsed;
  Case c = parsed;
  c.given.program = given_case_from_json(object["program"]).given.program;
  return c;
}

}  // namespace

Verdict verdict_named(std::string_view name) {
  const auto* const row = std::ranges::find(verdicts, name, &VerdictInfo::name);
  if (row == verdicts.end()) throw std::invalid_argument("not a verdict: " + std::string(name));
  return row->verdict;
}

std::string failure_message(const CaseResult& result) {
  if (!result.failure) return {};
  return result.failure->message + isolation_words(result);
}

std::string isolation_words(const CaseResult& result) {
  if (!result.isolated) return {};
  const bool in_program = !result.neighbours.empty();
  std::string text = in_program ? "; alone in a program: " : "; alone in a kernel: ";
  text += info(*result.isolated).name;
  if (*result.isolated == Verdict::Pass)
    text += in_program ? ", so other kernels of the program cause the failure"
                       : ", so another builtin in the kernel causes the failure";
  return text;
}

std::set<std::string> broken_clauses(const Failure& failure) {
  std::set<std::string> clauses{failure.clause};
  for (const BrokenCheck& b : failure.broken) clauses.insert(b.clauses.begin(), b.clauses.end());
  return clauses;
}

json to_json(const CaseResult& result) {
  const Case& c = result.the_case;
  json object{{"id", name(c)},
              {"builtin", c.builtin->name},
              {"type", info(c.type).name},
              {"dim", c.dim},
              {"verdict", info(result.verdict).name},
              {"seconds", number(result.seconds)},
              {"clauses", result.clauses},
              {"checks", result.checks}};
  for (const Verdict attempt : result.attempts) object["attempts"].push_back(info(attempt).name);
  if (result.smallest_error_seen) object["smallest_error_seen"] = number(*result.smallest_error_seen);
  if (!result.observed.empty()) object["observed"] = result.observed;
  if (result.reason) object["reason"] = {{"query", result.reason->query}, {"answer", result.reason->answer}};
  if (result.failure) object["failure"] = failure(*result.failure, c.dim);
  if (result.isolated) object["isolated"] = info(*result.isolated).name;
  for (const Case& neighbour : result.neighbours) object["neighbours"].push_back(name(neighbour));
  if (result.known) object["baseline"] = known(*result.known);
  if (result.stage) object["stage"] = info(*result.stage).name;
  if (result.data_reduced) object["data_reduced"] = *result.data_reduced;
  if (!result.message.empty()) object["message"] = bounded(result.message);
  if (!result.log.empty()) object["log"] = bounded(result.log);
  if (!result.bugs.empty()) object["bugs"] = result.bugs;
  if (c.given.program) object["program"] = to_json(*c.given.program);
  return with_valid_utf8(object);
}

CaseResult result_from_json(const json& object) {
  CaseResult result;
  result.the_case = case_from(object);
  result.verdict = verdict_named(text_from(object, "verdict"));
  result.seconds = number_from(object.at("seconds"));
  result.clauses = object.at("clauses").get<std::vector<std::string>>();
  result.checks = wide_from(object.at("checks"));
  if (object.contains("attempts"))
    for (const json& attempt : object["attempts"].get_ref<const json::array_t&>())
      result.attempts.push_back(verdict_named(text_from(attempt)));
  if (object.contains("smallest_error_seen"))
    result.smallest_error_seen = number_from(object["smallest_error_seen"]);
  if (object.contains("observed")) result.observed = object["observed"].get<std::set<std::string>>();
  if (object.contains("reason"))
    result.reason = Reason{text_from(object["reason"], "query"), text_from(object["reason"], "answer")};
  if (object.contains("failure")) result.failure = failure_from(object["failure"], result.the_case.dim);
  if (object.contains("isolated")) result.isolated = verdict_named(text_from(object, "isolated"));
  if (object.contains("neighbours"))
    for (const json& id : object["neighbours"].get_ref<const json::array_t&>())
      result.neighbours.push_back(case_named(text_from(id)));
  if (object.contains("baseline")) result.known = known_from(object["baseline"]);
  if (object.contains("stage")) result.stage = stage_from(text_from(object, "stage"));
  if (object.contains("data_reduced")) result.data_reduced = size_from(object["data_reduced"]);
  result.message = optional_text_from(object, "message");
  result.log = optional_text_from(object, "log");
  if (object.contains("bugs")) result.bugs = object["bugs"].get<std::vector<std::string>>();
  return result;
}

}  // namespace wgcts::results

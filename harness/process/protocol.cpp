#include "harness/process/protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "results/hex.hpp"
#include "results/json_values.hpp"
#include "results/program_json.hpp"

namespace wgcts::harness {
namespace {

using nlohmann::json;

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;  // clang needs it up to version 16

std::string line_of(const json& message) { return utf8_dump(message) + "\n"; }

/// A line's message. What should be whole must be: to turn 1e300 into an index is undefined. Throws
/// std::exception.
json message_in(std::string_view line) {
  std::string key;
  return json::parse(line, [&key](int, json::parse_event_t event, json& value) {
    if (event == json::parse_event_t::key) key = value.get<std::string>();
    const bool may_have_fraction = key == "seconds" || key == "smallest_error_seen";
    if (event == json::parse_event_t::value && value.is_number_float() && !may_have_fraction)
      throw std::invalid_argument(key + " is not a whole number");
    return true;
  });
}

std::vector<Case> cases_from(const json& message) {
  std::vector<GivenProgram> given;
  if (message.contains("programs"))
    for (const json& program : message["programs"]) given.push_back(given_case_from_json(program).given);
  std::vector<Case> cases;
  for (const std::string text : message.at("cases")) {
    auto c = parse_case(text);
    if (!c) throw std::invalid_argument("no such case: " + text);
    if (!c->given.hash.empty()) {
      const auto content = std::ranges::find(given, c->given);
      if (content == given.end()) throw std::invalid_argument("the program is not given: " + text);
      c->given = *content;
    }
    cases.push_back(*c);
  }
  return cases;
}

/// What the names of cases do not say: the content of programs that are given.
void add_programs(const std::vector<Case>& cases, json& message) {
  for (const Case& c : cases)
    if (c.given.program) message["programs"].push_back(results::to_json(*c.given.program));
}

json names_of(const std::vector<Case>& cases) {
  json names = json::array();
  for (const Case& c : cases) names.push_back(name(c));
  return names;
}

Job job_from(const json& message) {
  Job job;
  job.alone = message.at("alone");
  job.cases = cases_from(message);
  for (const std::string text : message.at("without")) {
    job.without.push_back(builtin_named(text));
    if (job.without.back() == nullptr) throw std::invalid_argument("no such builtin: " + text);
  }
  if (job.cases.empty()) throw std::invalid_argument("a job without cases");
  return job;
}

json to_json(const Implementation& i) {
  return {{"file", i.file}, {"sha256", i.sha256}, {"text", i.text}, {"module", i.module}};
}

Implementation implementation_from(const json& object) {
  return {text_from(object, "file"), text_from(object, "sha256"), text_from(object, "text"),
          object.at("module").get<std::vector<std::uint32_t>>()};
}

Stage stage_from(const std::string& text) {
  const auto stage = stage_named(text);
  if (!stage) throw std::invalid_argument("no such stage: " + text);
  return *stage;
}

std::optional<Stage> stage_of(const json& message) {
  return message.contains("stage") ? std::optional(stage_from(message["stage"])) : std::nullopt;
}

Phase phase_from(const json& number) {
  const auto value = number.get<unsigned>();
  if (value > static_cast<unsigned>(Phase::Launch)) throw std::invalid_argument("no such phase");
  return static_cast<Phase>(value);
}

Situation situation_from(const json& number) {
  const auto value = number.get<unsigned>();
  if (value > static_cast<unsigned>(Situation::Brimful)) throw std::invalid_argument("no such situation");
  return static_cast<Situation>(value);
}

json to_json(const Trial& trial) {
  const NDRange& range = trial.range;
  return {{"text", trial.text},        {"kernel", trial.kernel},
          {"options", trial.options},  {"dim", range.dim},
          {"local_size", range.local}, {"global", range.global},
          {"offset", range.offset},    {"input", hex(trial.input)},
          {"output", trial.output},    {"poison", std::to_integer<unsigned>(trial.poison)},
          {"from", trial.from},        {"numbers", trial.numbers},
          {"local", trial.local},      {"situation", static_cast<unsigned>(trial.situation)},
          {"part", trial.part}};
}

Trial trial_from(const json& message) {
  Trial trial{message.at("text"), message.at("kernel"), message.at("options"), {}, {}, message.at("output")};
  trial.range = {message.at("dim"), message.at("local_size"), message.at("global"), message.at("offset")};
  trial.input = bytes_from_hex(message.at("input"));
  trial.poison = std::byte{message.at("poison").get<std::uint8_t>()};
  trial.from = message.at("from").get<std::vector<std::uint32_t>>();
  trial.numbers = message.at("numbers").get<std::vector<std::uint32_t>>();
  trial.local = message.at("local");
  trial.situation = situation_from(message.at("situation"));
  trial.part = message.at("part");
  if (trial.range.dim < 1 || trial.range.dim > 3) throw std::invalid_argument("no such dimension");
  if (std::max(trial.input.size(), trial.output) > most_trial_bytes)
    throw std::invalid_argument("the trial's buffers are too large");
  return trial;
}

Judged judged_from(const json& message) {
  Judged judged{message.at("index"), result_from_json(message.at("result"))};
  if (message.contains("evidence"))
    judged.result.evidence = std::make_shared<const Evidence>(evidence_from_json(message["evidence"]));
  return judged;
}

Event event_from(const json& message) {
  const std::string kind = message.at("event");
  if (kind == "hello") return Hello{};
  if (kind == "begin") return Begin{phase_from(message.at("phase")), message.at("cases")};
  if (kind == "judged") return judged_from(message);
  if (kind == "written")
    return Written{message.at("index"), message.at("local"), message.at("groups"), message.at("site"),
                   bytes_from_hex(message.at("bytes"))};
  if (kind == "tried") return Tried{bytes_from_hex(message.at("bytes"))};
  if (kind == "spent") return Spent{{message.at("seconds")}};
  if (kind == "refused")
    return Refused{verdict_named(text_from(message, "verdict")), message.at("message"), message.at("log"),
                   stage_of(message)};
  if (kind == "at") return At{stage_from(message.at("stage"))};
  if (kind == "defect")
    return Defect{message.at("message"), message.value("cases", std::vector<std::size_t>{})};
  if (kind == "remark") return Remark{message.at("text")};
  if (kind == "described") return Described{facts_from_json(message.at("facts"))};
  if (kind == "listed") return Listed{};
  if (kind == "hashed") return Hashed{message.at("device"), message.at("sha256")};
  if (kind == "examined") return Examined{message.at("defines")};
  if (kind == "done") return Done{};
  throw std::invalid_argument("no such event");
}

Order order_from(const json& message) {
  if (message.at("order") == "describe") return Describe{};
  if (message.at("order") == "examine")
    return Examine{message.at("device"), implementation_from(message.at("implementation"))};
  if (message.at("order") == "prepare") return Prepare{message.at("device")};
  std::optional<Implementation> implementation;
  if (message.contains("implementation")) implementation = implementation_from(message["implementation"]);
  if (message.at("order") == "try")
    return Try{message.at("device"), message.at("seed"), message.at("memory"),
               trial_from(message.at("trial")), implementation};
  if (message.at("order") != "work") throw std::invalid_argument("no such order");
  return Work{message.at("device"),
              message.at("seed"),
              job_from(message),
              message.at("memory"),
              message.value("outputs", false),
              implementation};
}

}  // namespace

std::string to_line(const Order& order) {
  return line_of(std::visit(Overloaded{[](const Describe&) {
                                         return json{{"order", "describe"}};
                                       },
                                       [](const Examine& examine) {
                                         return json{{"order", "examine"},
                                                     {"device", examine.device},
                                                     {"implementation", to_json(examine.implementation)}};
                                       },
                                       [](const Prepare& prepare) {
                                         return json{{"order", "prepare"}, {"device", prepare.device}};
                                       },
                                       [](const Work& work) {
                                         json without = json::array();
                                         for (const Builtin* b : work.job.without) without.push_back(b->name);
                                         json order{{"order", "work"},
                                                    {"without", std::move(without)},
                                                    {"device", work.device},
                                                    {"seed", work.seed},
                                                    {"memory", work.memory},
                                                    {"alone", work.job.alone},
                                                    {"cases", names_of(work.job.cases)},
                                                    {"outputs", work.outputs}};
                                         add_programs(work.job.cases, order);
                                         if (work.implementation)
                                           order["implementation"] = to_json(*work.implementation);
                                         return order;
                                       },
                                       [](const Try& order_to_try) {
                                         json order{{"order", "try"},
                                                    {"device", order_to_try.device},
                                                    {"seed", order_to_try.seed},
                                                    {"memory", order_to_try.memory},
                                                    {"trial", to_json(order_to_try.trial)}};
                                         if (order_to_try.implementation)
                                           order["implementation"] = to_json(*order_to_try.implementation);
                                         return order;
                                       }},
                            order));
}

std::string to_line(const Event& event) {
  return line_of(std::visit(
      Overloaded{
          [](const Hello&) {
            return json{{"event", "hello"}};
          },
          [](const Begin& e) {
            return json{{"event", "begin"}, {"phase", static_cast<unsigned>(e.phase)}, {"cases", e.cases}};
          },
          [](const Judged& e) {
            json judged{{"event", "judged"}, {"index", e.index}, {"result", to_json(e.result)}};
            if (e.result.evidence) judged["evidence"] = to_json(*e.result.evidence);
            return judged;
          },
          [](const Written& e) {
            return json{{"event", "written"}, {"index", e.index}, {"local", e.local},
                        {"groups", e.groups}, {"site", e.site},   {"bytes", hex(e.bytes)}};
          },
          [](const Tried& e) {
            return json{{"event", "tried"}, {"bytes", hex(e.output)}};
          },
          [](const Spent& e) {
            return json{{"event", "spent"}, {"seconds", e.timing.seconds}};
          },
          [](const At& e) {
            return json{{"event", "at"}, {"stage", info(e.stage).name}};
          },
          [](const Refused& e) {
            json refused{{"event", "refused"},
                         {"verdict", info(e.verdict).name},
                         {"message", e.message},
                         {"log", e.log}};
            if (e.stage) refused["stage"] = info(*e.stage).name;
            return refused;
          },
          [](const Defect& e) {
            return json{{"event", "defect"}, {"message", e.message}, {"cases", e.cases}};
          },
          [](const Remark& e) {
            return json{{"event", "remark"}, {"text", e.text}};
          },
          [](const Described& e) {
            return json{{"event", "described"}, {"facts", to_json(e.facts)}};
          },
          [](const Listed&) {
            return json{{"event", "listed"}};
          },
          [](const Hashed& e) {
            return json{{"event", "hashed"}, {"device", e.device}, {"sha256", e.sha256}};
          },
          [](const Examined& e) {
            return json{{"event", "examined"}, {"defines", e.defines}};
          },
          [](const Done&) {
            return json{{"event", "done"}};
          },
      },
      event));
}

Order parse_order(std::string_view line) {
  try {
    return order_from(message_in(line));
  } catch (const json::exception&) {
    // A launcher stands between, and a worker may be started by hand: its words are not the library's.
    throw std::invalid_argument(fmt::format("this line is no order: {:.60}", line));
  }
}

std::optional<Event> parse_event(std::string_view line) {
  if (!line.starts_with('{')) return std::nullopt;
  try {
    return event_from(message_in(line));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace wgcts::harness

#include "harness/process/protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

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
Overloaded(F...) -> Overloaded<F...>;  // needed by clang up to version 16

std::string line_of(const json& message) { return utf8_dump(message) + "\n"; }

/// Parses a line. Numbers that must be whole are checked, because converting 1e300 to an index is undefined.
/// Throws std::exception.
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

/// The programs of cases whose names contain only a hash.
std::vector<GivenProgram> programs_from(const json& message) {
  std::vector<GivenProgram> programs;
  if (message.contains("programs"))
    for (const json& program : message["programs"]) programs.push_back(given_case_from_json(program).given);
  return programs;
}

std::vector<Case> cases_from(const json& names, const std::vector<GivenProgram>& programs) {
  std::vector<Case> cases;
  for (const std::string text : names) {
    auto c = parse_case(text);
    if (!c) throw std::invalid_argument("no such case: " + text);
    if (c->given.hash) {
      const auto content = std::ranges::find(programs, c->given);
      if (content == programs.end())
        throw std::invalid_argument("the program of the case is missing: " + text);
      c->given = *content;
    }
    cases.push_back(*c);
  }
  return cases;
}

/// Adds the content of programs, which the names of cases do not contain.
void add_programs(const std::vector<Case>& cases, json& message) {
  for (const Case& c : cases)
    if (c.given.program) message["programs"].push_back(results::to_json(*c.given.program));
}

json names_of(const std::vector<Case>& cases) {
  json names = json::array();
  for (const Case& c : cases) names.push_back(name(c));
  return names;
}

json to_json(const DeviceAddress& address) {
  json object{{"index", address.index}};
  if (const auto& d = address.identity) {
    object["platform"] = d->platform;
    object["name"] = d->name;
    object["driver"] = d->driver;
    object["hardware"] = d->hardware;
    object["twin"] = d->twin;
    object["twins"] = d->twins;
  }
  return object;
}

/// Accepts an object or a bare index.
DeviceAddress device_from(const json& value) {
  if (!value.is_object()) return {size_from(value)};
  DeviceAddress address(size_from(value.at("index")));
  if (value.contains("name"))
    address.identity = {text_from(value, "platform"), text_from(value, "name"),
                        text_from(value, "driver"),   text_from(value, "hardware"),
                        size_from(value.at("twin")),  size_from(value.at("twins"))};
  return address;
}

Job job_from(const json& message) {
  Job job;
  job.alone = message.at("alone");
  job.without_noinline = message.value("without_noinline", false);
  const auto given = programs_from(message);
  job.cases = cases_from(message.at("cases"), given);
  if (message.contains("built_with")) job.built_with = cases_from(message["built_with"], given);
  for (const std::string text : message.at("without")) {
    job.without.push_back(builtin_named(text));
    if (job.without.back() == nullptr) throw std::invalid_argument("no such builtin: " + text);
  }
  if (job.cases.empty()) throw std::invalid_argument("a job without cases");
  return job;
}

json to_json(const Implementation& i) {
  return {{"file", i.file},     {"sha256", i.sha256},   {"text", i.text},
          {"module", i.module}, {"options", i.options}, {"local_memory", i.local_memory}};
}

Implementation implementation_from(const json& object) {
  return {text_from(object, "file"),    text_from(object, "sha256"),
          text_from(object, "text"),    object.at("module").get<std::vector<std::uint32_t>>(),
          text_from(object, "options"), object.at("local_memory").get<std::size_t>()};
}

std::optional<Stage> stage_of(const json& message) {
  return message.contains("stage") ? std::optional(stage_from(text_from(message["stage"]))) : std::nullopt;
}

Phase phase_from(const json& number) {
  const auto value = number.get<unsigned>();
  if (value > static_cast<unsigned>(Phase::Launch)) throw std::invalid_argument("no such phase");
  return static_cast<Phase>(value);
}

json to_json(const KernelArgument& argument) {
  return {{"kind", static_cast<unsigned>(argument.kind)},
          {"type", static_cast<unsigned>(argument.type)},
          {"bytes", hex(argument.bytes)},
          {"elements", argument.elements}};
}

/// A value of an enumeration with `count` values.
template <class Enum>
Enum enum_from(const json& number, std::size_t count, const char* what) {
  const auto value = number.get<unsigned>();
  if (value >= count) throw std::invalid_argument(fmt::format("no such {}", what));
  return static_cast<Enum>(value);
}

KernelArgument argument_from(const json& object) {
  KernelArgument argument{
      enum_from<ArgumentKind>(object.at("kind"), 4, "argument"),
      enum_from<Type>(object.at("type"), static_cast<std::size_t>(Type::Size), "type of an argument"),
      bytes_from_hex(object.at("bytes")), object.at("elements")};
  if (argument.elements > most_run_bytes || size_in_bytes(argument) > most_run_bytes)
    throw std::invalid_argument("the kernel run's buffers are too large");
  // An input has all its elements; scalars and poison have one.
  const std::size_t element = info(argument.type).bytes, wanted = argument.kind == ArgumentKind::Local ? 0
                                                                  : argument.kind == ArgumentKind::Input
                                                                      ? argument.elements * element
                                                                      : element;
  if (argument.bytes.size() != wanted || (argument.kind == ArgumentKind::Input && wanted == 0))
    throw std::invalid_argument("an argument of the kernel run has the wrong number of bytes");
  return argument;
}

json to_json(const KernelRun& run) {
  const NDRange& range = run.range;
  json arguments = json::array();
  for (const KernelArgument& argument : run.arguments) arguments.push_back(to_json(argument));
  return {{"text", run.text},
          {"kernel", run.kernel},
          {"options", run.options},
          {"dim", range.dim},
          {"local_size", range.local},
          {"global", range.global},
          {"offset", range.offset},
          {"arguments", std::move(arguments)},
          {"part", run.part},
          {"situation", static_cast<unsigned>(run.situation)},
          {"takes_zeros", run.takes_zeros}};
}

KernelRun run_from(const json& message) {
  KernelRun run{message.at("text"), message.at("kernel"), message.at("options")};
  run.range = {message.at("dim"), message.at("local_size"), message.at("global"), message.at("offset")};
  for (const json& argument : message.at("arguments")) run.arguments.push_back(argument_from(argument));
  run.situation = enum_from<Situation>(message.at("situation"),
                                       static_cast<std::size_t>(Situation::Brimful) + 1, "situation");
  run.part = message.at("part");
  run.takes_zeros = message.at("takes_zeros");
  if (run.range.dim < 1 || run.range.dim > 3) throw std::invalid_argument("no such dimension");
  return run;
}

Ran ran_from(const json& message) {
  Ran ran;
  for (const std::string text : message.at("outputs")) ran.outputs.push_back(bytes_from_hex(text));
  return ran;
}

Judged judged_from(const json& message) {
  Judged judged{message.at("index"), result_from_json(message.at("result"))};
  if (message.contains("evidence"))
    judged.result.evidence = std::make_shared<const Evidence>(evidence_from_json(message["evidence"]));
  return judged;
}

Event event_from(const json& message) {
  const std::string kind = message.at("event");
  if (kind == "hello") return Hello{message.value("limits", ""), message.value("processors", 1U)};
  if (kind == "alive") {
    const auto [running, waiting] = message.value("seconds", std::array<double, 2>{});
    return Alive{{running, waiting}, message.value("limits", "")};
  }
  if (kind == "begin") return Begin{phase_from(message.at("phase")), message.at("cases")};
  if (kind == "judged") return judged_from(message);
  if (kind == "written")
    return Written{message.at("index"), message.at("local"), message.at("groups"), message.at("site"),
                   bytes_from_hex(message.at("bytes"))};
  if (kind == "ran") return ran_from(message);
  if (kind == "spent") return Spent{{message.at("seconds")}};
  if (kind == "refused")
    return Refused{verdict_named(text_from(message, "verdict")),
                   message.at("message"),
                   message.at("log"),
                   stage_of(message),
                   message.at("error"),
                   message.value("cases", std::vector<std::size_t>{})};
  if (kind == "at") return At{stage_from(text_from(message.at("stage"))), message.value("platform", "")};
  if (kind == "defect")
    return Defect{message.at("message"), message.value("cases", std::vector<std::size_t>{})};
  if (kind == "remark") return Remark{message.at("text"), message.at("no_library")};
  if (kind == "described") return Described{facts_from_json(message.at("facts"))};
  if (kind == "listed") return Listed{};
  if (kind == "hashed") return Hashed{message.at("device"), message.at("sha256")};
  if (kind == "examined") return Examined{message.at("defines")};
  if (kind == "done") return Done{};
  throw std::invalid_argument("no such event");
}

Order order_from(const json& message) {
  if (message.at("order") == "describe")
    return Describe{message.value("without", std::vector<std::string>{}), message.value("sorted", true)};
  if (message.at("order") == "examine")
    return Examine{device_from(message.at("device")), implementation_from(message.at("implementation"))};
  if (message.at("order") == "prepare") return Prepare{device_from(message.at("device"))};
  std::optional<Implementation> implementation;
  if (message.contains("implementation")) implementation = implementation_from(message["implementation"]);
  if (message.at("order") == "run_kernel")
    return RunKernel{device_from(message.at("device")), message.at("seed"), message.at("memory"),
                     run_from(message.at("run")), implementation};
  if (message.at("order") != "work") throw std::invalid_argument("no such order");
  return Work{device_from(message.at("device")), message.at("seed"), job_from(message), message.at("memory"),
              message.value("outputs", false),   implementation};
}

}  // namespace

std::string to_line(const Order& order) {
  return line_of(
      std::visit(Overloaded{[](const Describe& describe) {
                              json line{{"order", "describe"}, {"sorted", describe.sorted}};
                              line["without"] = describe.without;
                              return line;
                            },
                            [](const Examine& examine) {
                              return json{{"order", "examine"},
                                          {"device", to_json(examine.device)},
                                          {"implementation", to_json(examine.implementation)}};
                            },
                            [](const Prepare& prepare) {
                              return json{{"order", "prepare"}, {"device", to_json(prepare.device)}};
                            },
                            [](const Work& work) {
                              json without = json::array();
                              for (const Builtin* b : work.job.without) without.push_back(b->name);
                              json line{{"order", "work"},
                                        {"without", std::move(without)},
                                        {"device", to_json(work.device)},
                                        {"seed", work.seed},
                                        {"memory", work.memory},
                                        {"alone", work.job.alone},
                                        {"without_noinline", work.job.without_noinline},
                                        {"cases", names_of(work.job.cases)},
                                        {"outputs", work.outputs}};
                              if (!work.job.built_with.empty())
                                line["built_with"] = names_of(work.job.built_with);
                              add_programs(work.job.cases, line);
                              add_programs(work.job.built_with, line);
                              if (work.implementation) line["implementation"] = to_json(*work.implementation);
                              return line;
                            },
                            [](const RunKernel& to_run) {
                              json line{{"order", "run_kernel"},
                                        {"device", to_json(to_run.device)},
                                        {"seed", to_run.seed},
                                        {"memory", to_run.memory},
                                        {"run", to_json(to_run.run)}};
                              if (to_run.implementation)
                                line["implementation"] = to_json(*to_run.implementation);
                              return line;
                            }},
                 order));
}

std::string to_line(const Event& event) {
  return line_of(std::visit(
      Overloaded{
          [](const Hello& e) {
            json hello{{"event", "hello"}, {"processors", e.processors}};
            if (!e.limits.empty()) hello["limits"] = e.limits;
            return hello;
          },
          [](const Alive& e) {
            json alive{{"event", "alive"}, {"seconds", {e.spent.running, e.spent.waiting}}};
            if (!e.limits.empty()) alive["limits"] = e.limits;
            return alive;
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
          [](const Ran& e) {
            json outputs = json::array();
            for (const auto& bytes : e.outputs) outputs.push_back(hex(bytes));
            return json{{"event", "ran"}, {"outputs", std::move(outputs)}};
          },
          [](const Spent& e) {
            return json{{"event", "spent"}, {"seconds", e.timing.seconds}};
          },
          [](const At& e) {
            json at{{"event", "at"}, {"stage", info(e.stage).name}};
            if (!e.platform.empty()) at["platform"] = e.platform;
            return at;
          },
          [](const Refused& e) {
            json refused{{"event", "refused"},   {"verdict", info(e.verdict).name},
                         {"message", e.message}, {"log", e.log},
                         {"error", e.error},     {"cases", e.cases}};
            if (e.stage) refused["stage"] = info(*e.stage).name;
            return refused;
          },
          [](const Defect& e) {
            return json{{"event", "defect"}, {"message", e.message}, {"cases", e.cases}};
          },
          [](const Remark& e) {
            return json{{"event", "remark"}, {"text", e.text}, {"no_library", e.no_library}};
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
    // A user may start a worker by hand and does not understand the JSON library's message.
    throw std::invalid_argument(fmt::format("not an order: {:.60}", line));
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

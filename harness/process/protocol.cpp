#include "harness/process/protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "reference/lists.hpp"
#include "results/json.hpp"
#include "results/program_json.hpp"

namespace wgcts::harness {

using nlohmann::json;
using results::Field;
using results::Of;
using results::optional_field;
using results::read;
using results::read_fields;
using results::to_json;
using results::write;

// The members of each message and of its parts.

constexpr ArgumentKind last_value(ArgumentKind /*kind*/) { return ArgumentKind::Local; }

constexpr auto fields_of(Of<DeviceAddress>) {
  return std::tuple(Field{"identity", &DeviceAddress::identity},
                    optional_field("failed_queries", &DeviceAddress::failed_queries));
}

constexpr auto fields_of(Of<Implementation>) {
  return std::tuple(Field{"file", &Implementation::file}, Field{"sha256", &Implementation::sha256},
                    Field{"text", &Implementation::text}, Field{"module", &Implementation::module},
                    Field{"options", &Implementation::options},
                    Field{"local_memory", &Implementation::local_memory});
}

constexpr auto fields_of(Of<KernelArgument>) {
  return std::tuple(Field{"kind", &KernelArgument::kind}, Field{"type", &KernelArgument::type},
                    Field{"bytes", &KernelArgument::bytes}, Field{"elements", &KernelArgument::elements},
                    optional_field("other", &KernelArgument::other));
}

constexpr auto fields_of(Of<KernelRun>) {
  return std::tuple(Field{"text", &KernelRun::text}, Field{"kernel", &KernelRun::kernel},
                    Field{"options", &KernelRun::options}, Field{"range", &KernelRun::range},
                    Field{"arguments", &KernelRun::arguments}, Field{"situation", &KernelRun::situation},
                    Field{"part", &KernelRun::part}, Field{"takes_zeros", &KernelRun::takes_zeros});
}

// Orders.

constexpr auto fields_of(Of<Describe>) {
  return std::tuple(optional_field("without", &Describe::without),
                    optional_field(
                        "sorted", &Describe::sorted, +[](const Describe& order) { return !order.sorted; }));
}

/// The members of the job are beside them.
constexpr auto fields_of(Of<Work>) {
  return std::tuple(Field{"device", &Work::device}, Field{"seed", &Work::seed},
                    Field{"memory", &Work::memory}, optional_field("outputs", &Work::outputs),
                    optional_field("implementation", &Work::implementation));
}

constexpr auto fields_of(Of<Job>) {
  return std::tuple(Field{"cases", &Job::cases}, Field{"alone", &Job::alone}, Field{"without", &Job::without},
                    optional_field("built_with", &Job::built_with));
}

constexpr auto fields_of(Of<RunKernel>) {
  return std::tuple(Field{"device", &RunKernel::device}, Field{"seed", &RunKernel::seed},
                    Field{"memory", &RunKernel::memory}, Field{"run", &RunKernel::run},
                    optional_field("implementation", &RunKernel::implementation));
}

constexpr auto fields_of(Of<Examine>) {
  return std::tuple(Field{"device", &Examine::device}, Field{"implementation", &Examine::implementation});
}

// Events.

constexpr auto fields_of(Of<Hello>) {
  return std::tuple(optional_field("limits", &Hello::limits),
                    optional_field("processors", &Hello::processors),
                    optional_field("terminal", &Hello::terminal));
}

constexpr auto fields_of(Of<Alive>) {
  return std::tuple(optional_field("spent", &Alive::spent), optional_field("limits", &Alive::limits));
}

constexpr auto fields_of(Of<Begin>) {
  return std::tuple(Field{"phase", &Begin::phase}, Field{"cases", &Begin::cases});
}

constexpr auto fields_of(Of<At>) {
  return std::tuple(Field{"stage", &At::stage}, optional_field("platform", &At::platform));
}

constexpr auto fields_of(Of<Written>) {
  return std::tuple(Field{"index", &Written::index}, Field{"local", &Written::local},
                    Field{"groups", &Written::groups}, Field{"site", &Written::site},
                    Field{"bytes", &Written::bytes});
}

constexpr auto fields_of(Of<Ran>) { return std::tuple(Field{"outputs", &Ran::outputs}); }

constexpr auto fields_of(Of<Spent>) { return std::tuple(Field{"timing", &Spent::timing}); }

constexpr auto fields_of(Of<Refused>) {
  return std::tuple(Field{"verdict", &Refused::verdict}, Field{"message", &Refused::message},
                    Field{"log", &Refused::log}, optional_field("stage", &Refused::stage),
                    Field{"error", &Refused::error}, optional_field("cases", &Refused::cases));
}

constexpr auto fields_of(Of<Defect>) {
  return std::tuple(Field{"message", &Defect::message}, optional_field("cases", &Defect::cases));
}

constexpr auto fields_of(Of<Remark>) {
  return std::tuple(Field{"text", &Remark::text}, Field{"no_library", &Remark::no_library});
}

constexpr auto fields_of(Of<Examined>) { return std::tuple(Field{"defines", &Examined::defines}); }

constexpr auto fields_of(Of<Done>) { return std::tuple(); }

namespace {

// In the order of Order and Event.
constexpr std::array<std::string_view, 4> order_names{"describe", "work", "run_kernel", "examine"};
constexpr std::array<std::string_view, 14> event_names{
    "hello", "alive",   "begin",  "at",     "judged",    "written",  "ran",
    "spent", "refused", "defect", "remark", "described", "examined", "done"};
static_assert(order_names.size() == std::variant_size_v<Order>);
static_assert(event_names.size() == std::variant_size_v<Event>);

/// Adds the content of the program if the case's name contains only a hash.
void complete(Case& c, const std::vector<GivenProgram>& programs) {
  if (!c.given.hash) return;
  const GivenProgram* content = find_row(programs, c.given);
  if (content == nullptr) throw std::invalid_argument("the program of the case is missing: " + name(c));
  c.given = *content;
}

void require_runnable(const KernelArgument& argument) {
  if (argument.elements > most_run_bytes || size_in_bytes(argument) > most_run_bytes)
    throw std::invalid_argument("the kernel run's buffers are too large");
  // An input has all its elements; scalars and poison have one.
  const std::size_t element = info(argument.type).bytes, wanted = argument.kind == ArgumentKind::Local ? 0
                                                                  : argument.kind == ArgumentKind::Input
                                                                      ? argument.elements * element
                                                                      : element;
  if (argument.bytes.size() != wanted || (argument.kind == ArgumentKind::Input && wanted == 0))
    throw std::invalid_argument("an argument of the kernel run has the wrong number of bytes");
}

template <class Message>
std::string line_of(const char* kind, const auto& names, const Message& message) {
  json line;
  std::visit([&](const auto& any) { to_json(line, any); }, message);
  line[kind] = names[message.index()];
  return utf8_dump(line) + "\n";
}

/// The message of that name. `i`: index of the first alternative to try.
template <class Message, std::size_t i = 0>
Message message_named(std::string_view name, const auto& names, const json& line) {
  if constexpr (i == std::variant_size_v<Message>) {
    throw std::invalid_argument(fmt::format("no such message: {:.60}", name));
  } else {
    if (name != names[i]) return message_named<Message, i + 1>(name, names, line);
    std::variant_alternative_t<i, Message> message;
    read(line, message);
    return message;
  }
}

}  // namespace

// Messages with parts that no table of members describes.

void read(const json& value, KernelRun& run) {
  read_fields(value, run, fields_of(Of<KernelRun>()));
  std::ranges::for_each(run.arguments, require_runnable);
  if (run.range.dim < 1 || run.range.dim > 3) throw std::invalid_argument("no such dimension");
}

void to_json(json& message, const Work& work) {
  write(message, work);
  write(message, work.job);
  for (const auto* cases : {&work.job.cases, &work.job.built_with})
    for (const Case& c : *cases)
      if (c.given.program) message["programs"].push_back(results::to_json(*c.given.program));
}

void read(const json& message, Work& work) {
  read_fields(message, work, fields_of(Of<Work>()));
  read(message, work.job);
  std::vector<GivenProgram> programs;
  for (const json& program : message.value("programs", json::array()))
    programs.push_back(given_case_from_json(program).given);
  for (auto* cases : {&work.job.cases, &work.job.built_with})
    for (Case& c : *cases) complete(c, programs);
  if (work.job.cases.empty()) throw std::invalid_argument("a job without cases");
}

void to_json(json& message, const Judged& judged) {
  message = {{"index", judged.index}, {"result", results::to_json(judged.result)}};
  if (judged.result.evidence) message["evidence"] = results::to_json(*judged.result.evidence);
}

void read(const json& message, Judged& judged) {
  read(message.at("index"), judged.index);
  judged.result = result_from_json(message.at("result"));
  if (message.contains("evidence"))
    judged.result.evidence = std::make_shared<const Evidence>(evidence_from_json(message["evidence"]));
}

void to_json(json& message, const Described& described) {
  message["facts"] = results::to_json(described.facts);
}

void read(const json& message, Described& described) {
  described.facts = facts_from_json(message.at("facts"));
}

std::string to_line(const Order& order) { return line_of("order", order_names, order); }
std::string to_line(const Event& event) { return line_of("event", event_names, event); }

Order parse_order(std::string_view line) {
  try {
    const json message = json::parse(line);
    return message_named<Order>(text_from(message, "order"), order_names, message);
  } catch (const json::exception&) {
    // A user may start a worker by hand and does not understand the JSON library's message.
    throw std::invalid_argument(fmt::format("not an order: {:.60}", line));
  }
}

std::optional<Event> parse_event(std::string_view line) {
  if (!line.starts_with('{')) return std::nullopt;
  try {
    const json message = json::parse(line);
    return message_named<Event>(text_from(message, "event"), event_names, message);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace wgcts::harness

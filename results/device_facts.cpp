#include "results/device_facts.hpp"

#include <algorithm>

#include "reference/lists.hpp"
#include "results/json.hpp"
#include "suites/parse.hpp"

namespace wgcts::results {

using nlohmann::json;

constexpr auto fields_of(Of<FloatRules>) {
  return std::tuple(Field{"nearest", &FloatRules::nearest}, Field{"denormals", &FloatRules::denormals},
                    Field{"infinities", &FloatRules::infinities});
}

template <class Json>
void to_json(Json& object, const Answer& answer) {
  object = {{"yes", answer.yes}, {"query", answer.because.query}, {"answer", answer.because.answer}};
}

static void read(const json& object, Answer& answer) {
  read(object.at("yes"), answer.yes);
  read(object, answer.because);
}

/// Whether the device was not queried.
static bool is_absent(const Answer& answer) { return answer.because.query.empty(); }

constexpr auto fields_of(Of<SubGroupLayout>) {
  return std::tuple(Field{"width", &SubGroupLayout::width}, Field{"by_row", &SubGroupLayout::by_row});
}

static void read(const json& object, SubGroupLayout& layout) {
  read_fields(object, layout, fields_of(Of<SubGroupLayout>()));
  if (layout.width == 0) throw std::invalid_argument("a sub-group has work-items");
}

constexpr auto fields_of(Of<ImplementationFacts>) {
  return std::tuple(Field{"file", &ImplementationFacts::file}, Field{"sha256", &ImplementationFacts::sha256},
                    Field{"defines", &ImplementationFacts::defines},
                    optional_field("options", &ImplementationFacts::options),
                    optional_field("local_memory", &ImplementationFacts::local_memory),
                    optional_field("sub_groups", &ImplementationFacts::sub_groups));
}

/// A size of 64 bits is left out. A reader with 32 bits then keeps its own 32, because its offsets have
/// wrapped.
static constexpr bool has_small_size(const DeviceFacts& facts) { return facts.size_bits < 64; }

/// Older reports lack the optional members.
constexpr auto fields_of(Of<DeviceFacts>) {
  return std::tuple(Field{"index", &DeviceFacts::index}, Field{"platform", &DeviceFacts::platform},
                    Field{"name", &DeviceFacts::name}, Field{"vendor", &DeviceFacts::vendor},
                    Field{"driver", &DeviceFacts::driver}, Field{"il_version", &DeviceFacts::il_version},
                    Field{"extensions", &DeviceFacts::extensions}, Field{"features", &DeviceFacts::features},
                    optional_field("kind", &DeviceFacts::kind),
                    optional_field("hardware", &DeviceFacts::hardware),
                    optional_field("loader", &DeviceFacts::loader),
                    optional_field("driver_file", &DeviceFacts::driver_file),
                    optional_field("driver_sha256", &DeviceFacts::driver_sha256),
                    optional_field("unusable", &DeviceFacts::unusable),
                    optional_field("implementation", &DeviceFacts::implementation),
                    optional_field("query_errors", &DeviceFacts::query_errors));
}

namespace {

// Members that are together in an object of their own.
constexpr auto support_fields = std::tuple(
    Field{"collectives", &DeviceFacts::collectives}, Field{"half", &DeviceFacts::half},
    Field{"int64", &DeviceFacts::int64}, Field{"fp64", &DeviceFacts::fp64},
    Field{"non_uniform", &DeviceFacts::non_uniform}, Field{"compiler", &DeviceFacts::compiler},
    optional_field("linker", &DeviceFacts::linker), optional_field("unordered", &DeviceFacts::unordered),
    optional_field("partition", &DeviceFacts::partition), optional_field("svm", &DeviceFacts::svm));
constexpr auto rules_fields =
    std::tuple(Field{"half", &DeviceFacts::half_rules}, Field{"float", &DeviceFacts::float_rules},
               Field{"double", &DeviceFacts::double_rules});
constexpr auto limits_fields = std::tuple(
    Field{"max_work_group_size", &DeviceFacts::max_work_group_size},
    Field{"max_work_item_sizes", &DeviceFacts::max_work_item_sizes},
    Field{"compute_units", &DeviceFacts::compute_units}, Field{"local_memory", &DeviceFacts::local_memory},
    Field{"global_memory", &DeviceFacts::global_memory},
    Field{"max_allocation", &DeviceFacts::max_allocation},
    optional_field("address_bits", &DeviceFacts::address_bits),
    optional_field("size_bits", &DeviceFacts::size_bits, has_small_size),
    optional_field("sub_group_sizes", &DeviceFacts::sub_group_sizes));
constexpr auto twins_fields =
    std::tuple(Field{"place", &DeviceFacts::twin}, Field{"count", &DeviceFacts::twins});

// "3.0" for 30.
std::string version(unsigned number) {
  return std::to_string(number / 10) + "." + std::to_string(number % 10);
}

unsigned version_from(const std::string& text) {
  const auto parts = split(text, '.');
  const auto major = whole_number<unsigned>(parts.front()), minor = whole_number<unsigned>(parts.back());
  if (parts.size() != 2 || parts.front().size() > 4 || parts.back().size() != 1 || !major || !minor)
    throw std::invalid_argument("not a version: " + text);
  return *major * 10 + *minor;
}

std::string cl_std(unsigned number) { return "CL" + version(number); }

unsigned cl_std_from(const json& value) {
  const auto& text = text_from(value);
  if (!text.starts_with("CL")) throw std::invalid_argument("not a -cl-std mode: " + text);
  return version_from(text.substr(2));
}

bool full_profile_from(const json& value) {
  if (value != "full" && value != "embedded") throw std::invalid_argument("a profile is full or embedded");
  return value == "full";
}

/// Work-items in a row that is filled by sub-groups. Without rows, the whole work-group is one row.
std::size_t row_of(const SubGroupLayout& layout, const Extents& size) {
  return layout.by_row ? size[0] : volume(size);
}

bool has_layout(const ObservedSubGroups& observed, const SubGroupLayout& layout) {
  const std::size_t row = row_of(layout, observed.size);
  const std::size_t in_row = (row + layout.width - 1) / layout.width;
  for (std::size_t i = 0; i < observed.items.size(); ++i) {
    const std::size_t place = i % row;
    if (observed.items[i] != SubGroupItem{i / row * in_row + place / layout.width, place % layout.width})
      return false;
  }
  return true;
}

constexpr const char* text_language = "OpenCL C";
constexpr const char* module_language = "SPIR-V";

/// Older reports have no language, because they tested only OpenCL C.
bool is_module(const json& implementation) {
  const std::string language = implementation.value("language", text_language);
  if (language != text_language && language != module_language)
    throw std::invalid_argument("unknown language: " + language);
  return language == module_language;
}

}  // namespace

std::optional<SubGroupLayout> layout_of(std::span<const ObservedSubGroups> observed) {
  std::size_t width = 1;
  for (const ObservedSubGroups& group : observed)
    for (const SubGroupItem& item : group.items) width = std::max(width, item.item + 1);
  for (const bool by_row : {false, true}) {
    const SubGroupLayout layout{width, by_row};
    if (std::ranges::all_of(observed, [&](const auto& group) { return has_layout(group, layout); }))
      return layout;
  }
  return std::nullopt;
}

SubGroups sub_groups_of(const SubGroupLayout& layout, const Extents& size) {
  const std::size_t row = row_of(layout, size);
  const std::size_t first = std::min(layout.width, row);
  return {volume(size) / row * ((row + first - 1) / first), first, row % first == 0};
}

json to_json(const DeviceFacts& facts) {
  json object{{"opencl", {{"number", version(facts.opencl)}, {"version", facts.version}}},
              {"profile", facts.full_profile ? "full" : "embedded"},
              {"cl_std", mapped(facts.cl_std, cl_std)},
              {"usual_cl_std", nullptr}};
  write(object, facts);
  write_fields(object["support"], facts, support_fields);
  write_fields(object["float_rules"], facts, rules_fields);
  write_fields(object["limits"], facts, limits_fields);
  if (facts.twins > 1) write_fields(object["twins"], facts, twins_fields);
  if (facts.usual_cl_std != 0) object["usual_cl_std"] = cl_std(facts.usual_cl_std);
  if (facts.implementation)
    object["implementation"]["language"] = facts.implementation->is_module ? module_language : text_language;
  return with_valid_utf8(object);
}

DeviceFacts facts_from_json(const json& object) {
  DeviceFacts facts;
  read(object, facts);
  read_fields(object.at("support"), facts, support_fields);
  read_fields(object.at("float_rules"), facts, rules_fields);
  read_fields(object.at("limits"), facts, limits_fields);
  if (object.contains("twins")) read_fields(object["twins"], facts, twins_fields);
  facts.opencl = version_from(text_from(object.at("opencl"), "number"));
  facts.version = text_from(object.at("opencl"), "version");
  facts.full_profile = full_profile_from(object.at("profile"));
  for (const json& mode : array_from(object.at("cl_std"))) facts.cl_std.push_back(cl_std_from(mode));
  const json& usual = object.at("usual_cl_std");
  facts.usual_cl_std = usual.is_null() ? 0 : cl_std_from(usual);
  if (facts.implementation) facts.implementation->is_module = is_module(object["implementation"]);
  return facts;
}

}  // namespace wgcts::results

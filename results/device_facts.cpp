#include "results/device_facts.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "results/json_values.hpp"

namespace wgcts::results {
namespace {

using nlohmann::json;

// The members of each type with their names in JSON, for writing and reading.
template <class Member>
struct Field {
  const char* key;
  Member DeviceFacts::*member;
};

constexpr Field<std::string> texts[] = {{"platform", &DeviceFacts::platform},
                                        {"name", &DeviceFacts::name},
                                        {"vendor", &DeviceFacts::vendor},
                                        {"driver", &DeviceFacts::driver},
                                        {"il_version", &DeviceFacts::il_version}};
// Left out if empty; older reports do not have them.
constexpr Field<std::string> optional_texts[] = {{"kind", &DeviceFacts::kind},
                                                 {"hardware", &DeviceFacts::hardware},
                                                 {"loader", &DeviceFacts::loader},
                                                 {"driver_file", &DeviceFacts::driver_file},
                                                 {"driver_sha256", &DeviceFacts::driver_sha256}};
constexpr Field<std::vector<std::string>> lists[] = {{"extensions", &DeviceFacts::extensions},
                                                     {"features", &DeviceFacts::features}};
constexpr Field<Answer> supports[] = {{"collectives", &DeviceFacts::collectives},
                                      {"half", &DeviceFacts::half},
                                      {"int64", &DeviceFacts::int64},
                                      {"fp64", &DeviceFacts::fp64},
                                      {"non_uniform", &DeviceFacts::non_uniform},
                                      {"compiler", &DeviceFacts::compiler}};
// Left out if they were not queried; older reports do not have them.
constexpr Field<Answer> optional_supports[] = {{"linker", &DeviceFacts::linker},
                                               {"unordered", &DeviceFacts::unordered},
                                               {"partition", &DeviceFacts::partition},
                                               {"svm", &DeviceFacts::svm}};
constexpr Field<FloatRules> rules[] = {{"half", &DeviceFacts::half_rules},
                                       {"float", &DeviceFacts::float_rules},
                                       {"double", &DeviceFacts::double_rules}};
constexpr Field<std::size_t> limits[] = {{"max_work_group_size", &DeviceFacts::max_work_group_size},
                                         {"compute_units", &DeviceFacts::compute_units},
                                         {"local_memory", &DeviceFacts::local_memory}};
constexpr Field<std::uint64_t> wide_limits[] = {{"global_memory", &DeviceFacts::global_memory},
                                                {"max_allocation", &DeviceFacts::max_allocation}};

// "3.0" for 30.
std::string version(unsigned number) {
  return std::to_string(number / 10) + "." + std::to_string(number % 10);
}

unsigned version_from(const std::string& text) {
  const auto digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  const std::size_t dot = text.find('.');
  const bool sound = dot != std::string::npos && dot >= 1 && dot <= 4 && text.size() == dot + 2 &&
                     std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(dot), digit) &&
                     digit(text.back());
  if (!sound) throw std::invalid_argument("not a version: " + text);
  return static_cast<unsigned>(std::stoul(text.substr(0, dot)) * 10 +
                               static_cast<unsigned>(text.back() - '0'));
}

std::string cl_std(unsigned number) { return "CL" + version(number); }

unsigned cl_std_from(const json& value) {
  const auto& text = text_from(value);
  if (!text.starts_with("CL")) throw std::invalid_argument("not a -cl-std mode: " + text);
  return version_from(text.substr(2));
}

json reason(const Reason& r) { return {{"query", r.query}, {"answer", r.answer}}; }

Reason reason_from(const json& object) { return {text_from(object, "query"), text_from(object, "answer")}; }

json answer(const Answer& a) {
  return {{"yes", a.yes}, {"query", a.because.query}, {"answer", a.because.answer}};
}

Answer answer_from(const json& object) { return {bool_from(object.at("yes")), reason_from(object)}; }

json float_rules(const FloatRules& r) {
  return {{"nearest", r.nearest}, {"denormals", r.denormals}, {"infinities", r.infinities}};
}

FloatRules float_rules_from(const json& object) {
  return {bool_from(object.at("nearest")), bool_from(object.at("denormals")),
          bool_from(object.at("infinities"))};
}

bool full_profile_from(const json& value) {
  if (value != "full" && value != "embedded") throw std::invalid_argument("a profile is full or embedded");
  return value == "full";
}

constexpr const char* text_language = "OpenCL C";
constexpr const char* module_language = "SPIR-V";

json implementation(const ImplementationFacts& i) {
  json object{{"file", i.file},
              {"sha256", i.sha256},
              {"language", i.is_module ? module_language : text_language},
              {"defines", i.defines}};
  if (!i.options.empty()) object["options"] = i.options;
  if (i.local_memory != 0) object["local_memory"] = i.local_memory;
  if (i.sub_groups) object["sub_groups"] = {{"width", i.sub_groups->width}, {"by_row", i.sub_groups->by_row}};
  return object;
}

/// Older reports have no language: they tested OpenCL C only.
bool is_module(const json& object) {
  const std::string language = optional_text_from(object, "language");
  if (!language.empty() && language != text_language && language != module_language)
    throw std::invalid_argument("unknown language: " + language);
  return language == module_language;
}

std::optional<SubGroupLayout> sub_groups_from(const json& object) {
  if (!object.contains("sub_groups")) return std::nullopt;
  const json& layout = object["sub_groups"];
  const std::size_t width = size_from(layout.at("width"));
  if (width == 0) throw std::invalid_argument("a sub-group has work-items");
  return SubGroupLayout{width, layout.at("by_row").get<bool>()};
}

ImplementationFacts implementation_from(const json& object) {
  return {text_from(object, "file"),
          text_from(object, "sha256"),
          object.at("defines").get<std::vector<std::string>>(),
          is_module(object),
          optional_text_from(object, "options"),
          object.contains("local_memory") ? size_from(object["local_memory"]) : 0,
          sub_groups_from(object)};
}

Extents extents_from(const json& value) {
  const auto& list = value.get_ref<const json::array_t&>();
  Extents e{};
  if (list.size() != e.size()) throw std::invalid_argument("max_work_item_sizes must have three numbers");
  std::ranges::transform(list, e.begin(), size_from);
  return e;
}

}  // namespace

bool has_sub_groups(const DeviceFacts& facts) {
  const auto lists = [](const std::vector<std::string>& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
  };
  return lists(facts.extensions, "cl_khr_subgroups") || lists(facts.features, "__opencl_c_subgroups");
}

const FloatRules& rules_of(const DeviceFacts& facts, GenType type) {
  if (type == GenType::Half) return facts.half_rules;
  return type == GenType::Double ? facts.double_rules : facts.float_rules;
}

json to_json(const DeviceFacts& facts) {
  json object{{"index", facts.index},
              {"opencl", {{"number", version(facts.opencl)}, {"version", facts.version}}},
              {"profile", facts.full_profile ? "full" : "embedded"},
              {"cl_std", json::array()},
              {"usual_cl_std", nullptr}};
  for (const unsigned mode : facts.cl_std) object["cl_std"].push_back(cl_std(mode));
  if (facts.usual_cl_std != 0) object["usual_cl_std"] = cl_std(facts.usual_cl_std);
  for (const auto& field : texts) object[field.key] = facts.*field.member;
  for (const auto& field : optional_texts)
    if (!(facts.*field.member).empty()) object[field.key] = facts.*field.member;
  for (const auto& field : lists) object[field.key] = facts.*field.member;
  for (const auto& field : supports) object["support"][field.key] = answer(facts.*field.member);
  for (const auto& field : optional_supports)
    if (!(facts.*field.member).because.query.empty())
      object["support"][field.key] = answer(facts.*field.member);
  for (const auto& field : rules) object["float_rules"][field.key] = float_rules(facts.*field.member);
  for (const auto& field : limits) object["limits"][field.key] = facts.*field.member;
  for (const auto& field : wide_limits) object["limits"][field.key] = facts.*field.member;
  object["limits"]["max_work_item_sizes"] = facts.max_work_item_sizes;
  if (facts.address_bits != 0) object["limits"]["address_bits"] = facts.address_bits;
  if (!facts.sub_group_sizes.empty()) object["limits"]["sub_group_sizes"] = facts.sub_group_sizes;
  if (facts.twins > 1) object["twins"] = {{"place", facts.twin}, {"count", facts.twins}};
  if (facts.unusable) object["unusable"] = reason(*facts.unusable);
  if (facts.implementation) object["implementation"] = implementation(*facts.implementation);
  for (const Reason& error : facts.query_errors) object["query_errors"].push_back(reason(error));
  return with_valid_utf8(object);
}

DeviceFacts facts_from_json(const json& object) {
  DeviceFacts facts;
  facts.index = size_from(object.at("index"));
  facts.opencl = version_from(text_from(object.at("opencl"), "number"));
  facts.version = text_from(object.at("opencl"), "version");
  facts.full_profile = full_profile_from(object.at("profile"));
  for (const auto& mode : object.at("cl_std").get_ref<const json::array_t&>())
    facts.cl_std.push_back(cl_std_from(mode));
  const auto& usual = object.at("usual_cl_std");
  facts.usual_cl_std = usual.is_null() ? 0 : cl_std_from(usual);
  for (const auto& field : texts) facts.*field.member = text_from(object, field.key);
  for (const auto& field : optional_texts) facts.*field.member = optional_text_from(object, field.key);
  for (const auto& field : lists) facts.*field.member = object.at(field.key).get<std::vector<std::string>>();
  for (const auto& field : supports) facts.*field.member = answer_from(object.at("support").at(field.key));
  for (const auto& field : optional_supports)
    if (object.at("support").contains(field.key))
      facts.*field.member = answer_from(object.at("support").at(field.key));
  for (const auto& field : rules)
    facts.*field.member = float_rules_from(object.at("float_rules").at(field.key));
  for (const auto& field : limits) facts.*field.member = size_from(object.at("limits").at(field.key));
  for (const auto& field : wide_limits) facts.*field.member = wide_from(object.at("limits").at(field.key));
  const json& limit = object.at("limits");
  if (limit.contains("address_bits")) facts.address_bits = size_from(limit.at("address_bits"));
  if (limit.contains("sub_group_sizes"))
    for (const json& size : limit.at("sub_group_sizes").get_ref<const json::array_t&>())
      facts.sub_group_sizes.push_back(size_from(size));
  facts.max_work_item_sizes = extents_from(object.at("limits").at("max_work_item_sizes"));
  if (object.contains("twins")) {
    facts.twin = size_from(object["twins"].at("place"));
    facts.twins = size_from(object["twins"].at("count"));
  }
  if (object.contains("unusable")) facts.unusable = reason_from(object["unusable"]);
  if (object.contains("implementation")) facts.implementation = implementation_from(object["implementation"]);
  if (object.contains("query_errors"))
    for (const json& error : object["query_errors"].get_ref<const json::array_t&>())
      facts.query_errors.push_back(reason_from(error));
  return facts;
}

}  // namespace wgcts::results

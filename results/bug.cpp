#include "results/bug.hpp"

#include <sha2.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "results/json_values.hpp"
#include "results/lane_json.hpp"
#include "results/program_json.hpp"

namespace wgcts::results {
namespace {

using nlohmann::json;

// More lanes than any device's work-groups have are no picture of one.
constexpr std::size_t largest_group = 65536;

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

/// SHA-256 in hexadecimal.
std::string digest_of(const std::string& text) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> digest{};
  SHA256Data(reinterpret_cast<const u_int8_t*>(text.data()), text.size(), digest.data());
  return digest.data();
}

json word_json(const CauseWord& word) {
  json object{{"code", word.code}, {"parameters", json::array()}};
  for (const auto& [name, value] : word.parameters)
    object["parameters"].push_back({{"name", name}, {"value", value}});
  return object;
}

CauseWord word_from(const json& object) {
  CauseWord word{text_from(object, "code")};
  for (const json& parameter : object.at("parameters").get_ref<const json::array_t&>())
    word.parameters.emplace_back(text_from(parameter, "name"), text_from(parameter, "value"));
  return word;
}

json minimal_json(const MinimalCase& minimal) {
  json object{{"name", minimal.name},
              {"local_size", minimal.local_size},
              {"groups", minimal.groups},
              {"lanes", to_json(minimal.lanes)},
              {"wrong", to_json(minimal.wrong)}};
  if (!minimal.message.empty()) object["message"] = bounded(minimal.message);
  return object;
}

Extents group_size_from(const json& list) {
  Extents size{};
  if (list.get_ref<const json::array_t&>().size() != size.size())
    throw std::invalid_argument("a local size has three numbers");
  std::size_t lanes = 1;
  for (std::size_t d = 0; d < size.size(); ++d) {
    size[d] = size_from(list[d]);
    if (size[d] > largest_group / std::max<std::size_t>(lanes, 1))
      throw std::invalid_argument("no work-group is so large");
    lanes *= size[d];
  }
  return size;
}

MinimalCase minimal_from(const json& object) {
  MinimalCase minimal{text_from(object, "name"),          group_size_from(object.at("local_size")),
                      size_from(object.at("groups")),     lanes_from(object.at("lanes")),
                      lane_runs_from(object.at("wrong")), optional_text_from(object, "message")};
  const std::size_t lanes = volume(minimal.local_size);
  const auto beyond = [&](const WrongLane& w) { return w.lane >= lanes; };
  if (std::ranges::any_of(minimal.lanes, beyond) || minimal.lanes.size() > lanes ||
      (!minimal.wrong.empty() && minimal.wrong.back().last >= lanes))
    throw std::invalid_argument("the minimal case has lanes beyond its local size");
  return minimal;
}

}  // namespace

CauseWord without_words(CauseWord word) {
  std::erase_if(word.parameters, [](const auto& p) { return p.first == words_of_driver; });
  return word;
}

std::string to_string(const CauseWord& word) {
  std::string text = word.code;
  for (const auto& [name, value] : word.parameters) {
    if (name.empty() || is_letter(name.front())) text += ' ';
    text += name;
    if (!name.empty() && is_letter(name.front()) && !value.empty()) text += '=';
    text += value;
  }
  return text;
}

std::string to_string(const Where& where) {
  if (where.empty()) return "always";
  std::string text;
  for (const CauseWord& word : where) text += (text.empty() ? "" : " and ") + to_string(word);
  return text;
}

std::string signature_of_program(const CauseWord& what, const std::string& form) {
  return digest_of(to_string(without_words(what)) + "\n" + form).substr(0, 8);
}

std::string signature_of(const CauseWord& what, const Where& where, const std::set<std::string>& builtins) {
  Where sorted = where;
  // The builtins are told beside it; that they are a condition shows only where others were judged too.
  std::erase_if(sorted, [](const CauseWord& word) { return word.code == "builtin"; });
  std::ranges::sort(sorted);  // "a and b" is "b and a"
  std::string text = to_string(without_words(what)) + "\n" + to_string(sorted) + "\n";
  for (const std::string& builtin : builtins) text += builtin + "\n";
  return digest_of(text).substr(0, 8);
}

std::string_view compiler_text(const Bug& bug) {
  const auto* side = std::ranges::find(compiler_sides, bug.compiler, &CompilerSide::code);
  return side == compiler_sides.end() ? "" : side->meaning;
}

json to_json(const Bug& bug) {
  json object{{"signature", bug.signature},   {"what", word_json(bug.what)},  {"where", json::array()},
              {"sentence", bug.sentence},     {"builtins", bug.builtins},     {"types", bug.types},
              {"dimensions", bug.dimensions}, {"forms", bug.forms},           {"cases", bug.cases},
              {"example", bug.example},       {"reproduced", bug.reproduced}, {"fit", bug.fit},
              {"clauses", bug.clauses}};
  for (const CauseWord& word : bug.where) object["where"].push_back(word_json(word));
  if (bug.minimal) object["minimal"] = minimal_json(*bug.minimal);
  if (bug.neighbour)
    object["neighbour"] = {{"name", bug.neighbour->name}, {"differs", bug.neighbour->differs}};
  for (const Ingredient& i : bug.ingredients)
    object["ingredients"].push_back({{"phrase", i.phrase}, {"without", i.without}});
  if (!bug.form.empty()) object["form"] = bug.form;
  for (const GivenProgram& given : bug.programs)
    if (given.program) object["programs"].push_back(to_json(*given.program));
  if (!bug.reproducer.empty()) object["reproducer"] = bug.reproducer;
  if (!bug.proof.empty()) object["proof"] = bounded(bug.proof);
  if (!bug.compiler.empty()) object["compiler"] = bug.compiler;
  if (!bug.no_reproducer.empty()) object["no_reproducer"] = bounded(bug.no_reproducer);
  return with_valid_utf8(object);
}

Bug bug_from_json(const json& json) {
  Bug bug;
  bug.signature = text_from(json, "signature");
  bug.what = word_from(json.at("what"));
  for (const auto& word : json.at("where").get_ref<const json::array_t&>())
    bug.where.push_back(word_from(word));
  bug.sentence = text_from(json, "sentence");
  for (const auto& [key, member] : {std::pair("builtins", &Bug::builtins), std::pair("types", &Bug::types),
                                    std::pair("dimensions", &Bug::dimensions),
                                    std::pair("forms", &Bug::forms), std::pair("clauses", &Bug::clauses)})
    bug.*member = json.at(key).get<std::set<std::string>>();
  bug.cases = json.at("cases").get<std::vector<std::string>>();
  bug.example = text_from(json, "example");
  if (json.contains("minimal")) bug.minimal = minimal_from(json["minimal"]);
  if (json.contains("neighbour"))
    bug.neighbour =
        PassingNeighbour{text_from(json["neighbour"], "name"), text_from(json["neighbour"], "differs")};
  if (json.contains("ingredients"))
    for (const auto& i : json["ingredients"].get_ref<const json::array_t&>())
      bug.ingredients.push_back({text_from(i, "phrase"), text_from(i, "without")});
  bug.form = optional_text_from(json, "form");
  if (json.contains("programs"))
    for (const auto& program : json["programs"].get_ref<const json::array_t&>())
      bug.programs.push_back(given_case_from_json(program).given);
  bug.reproducer = optional_text_from(json, "reproducer");
  bug.proof = optional_text_from(json, "proof");
  bug.no_reproducer = optional_text_from(json, "no_reproducer");
  bug.compiler = optional_text_from(json, "compiler");
  if (!bug.compiler.empty() && compiler_text(bug).empty())
    throw std::invalid_argument("a bug is on no side of a compiler called '" + bug.compiler + "'");
  bug.reproduced = bool_from(json.at("reproduced"));
  if (!json.at("fit").is_number()) throw std::invalid_argument("fit is a number");
  bug.fit = json["fit"].get<double>();
  return bug;
}

}  // namespace wgcts::results

#include "results/bug.hpp"

#include <sha2.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "results/json_values.hpp"
#include "results/lane_json.hpp"
#include "results/program_json.hpp"

namespace wgcts::results {
namespace {

using nlohmann::json;

// More lanes than the work-groups of any known device have.
constexpr std::size_t largest_group = 65536;

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

json predicate_json(const Predicate& p) {
  json object{{"code", code_of(p.feature)}, {"parameters", json::array()}};
  const PredicateText text = text_of(p);
  if (!text.relation.empty())
    object["parameters"].push_back({{"name", text.relation}, {"value", text.value}});
  return object;
}

Predicate predicate_json_from(const json& object) {
  const auto& parameters = object.at("parameters").get_ref<const json::array_t&>();
  if (parameters.size() > 1) throw std::invalid_argument("a condition has one relation");
  PredicateText text;
  if (!parameters.empty())
    text = {text_from(parameters.front(), "name"), text_from(parameters.front(), "value")};
  return predicate_from(text_from(object, "code"), text);
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
      throw std::invalid_argument("the work-group is too large");
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
    text += ' ' + name;
    if (!name.empty() && !value.empty()) text += '=';
    text += value;
  }
  return text;
}

std::string signature_of_program(const CauseWord& what, const std::string& form) {
  return digest_of(to_string(without_words(what)) + "\n" + form).substr(0, 8);
}

bool is_of_programs(const Bug& bug) {
  return bug.builtins.size() == 1 && *bug.builtins.begin() == whole_program.name;
}

std::string signature_of(const CauseWord& what, const std::set<std::string>& builtins) {
  std::string text = to_string(without_words(what)) + "\n";
  for (const std::string& builtin : builtins) text += builtin + "\n";
  return digest_of(text).substr(0, 8);
}

namespace {

/// The predicate that holds if either of two predicates of the same feature holds; nothing if it always
/// holds.
std::optional<Predicate> common(const Predicate& a, const Predicate& b) {
  if (a == b) return a;
  if (a.feature != b.feature || a.relation != b.relation) return std::nullopt;
  Predicate both = a;
  switch (a.relation) {
    case Relation::Is: {
      std::set<std::string> names(a.names.begin(), a.names.end());
      names.insert(b.names.begin(), b.names.end());
      std::set<std::size_t> numbers(a.numbers.begin(), a.numbers.end());
      numbers.insert(b.numbers.begin(), b.numbers.end());
      both.names.assign(names.begin(), names.end());
      both.numbers.assign(numbers.begin(), numbers.end());
      return both;
    }
    case Relation::IsNot:
      std::erase_if(both.names,
                    [&](const std::string& n) { return std::ranges::find(b.names, n) == b.names.end(); });
      if (both.names.empty()) return std::nullopt;
      return both;
    case Relation::Above:
    case Relation::AtLeast:
      both.numbers = std::min(a.numbers, b.numbers);
      return both;
    case Relation::Below:
      both.numbers = std::max(a.numbers, b.numbers);
      return both;
    default:
      return std::nullopt;
  }
}

}  // namespace

Where common_conditions(const Where& a, const Where& b) {
  Where both;
  for (const Predicate& p : a)
    for (const Predicate& q : b)
      if (const auto shared = common(p, q)) {
        both.push_back(*shared);
        break;
      }
  return both;
}

void unite(Bug& bug, Bug other) {
  bug.where = common_conditions(bug.where, other.where);
  for (const auto member : {&Bug::builtins, &Bug::types, &Bug::dimensions, &Bug::forms, &Bug::clauses})
    (bug.*member).merge(other.*member);
  const std::set<std::string> known(bug.cases.begin(), bug.cases.end());
  for (std::string& id : other.cases)
    if (!known.contains(id)) bug.cases.push_back(std::move(id));
  bug.fit = std::min(bug.fit, other.fit);
  // Only one part may have tested modules. If the parts contradict each other, the side is unknown.
  if (bug.compiler.empty() || other.compiler.empty())
    bug.compiler += other.compiler;
  else if (bug.compiler != other.compiler)
    bug.compiler.clear();
  const auto work_items = [](const Bug& b) { return b.minimal->groups * volume(b.minimal->local_size); };
  if (other.minimal && (!bug.minimal || work_items(other) < work_items(bug))) {
    bug.minimal = std::move(other.minimal);
    bug.neighbour = std::move(other.neighbour);
    bug.ingredients = std::move(other.ingredients);
  }
  for (GivenProgram& program : other.programs)
    if (std::ranges::find(bug.programs, program) == bug.programs.end())
      bug.programs.push_back(std::move(program));
  const bool has_none = bug.reproducer.empty() && !bug.reproduced;
  if (has_none || (other.reproduced && !bug.reproduced)) {
    bug.reproducer = std::move(other.reproducer);
    bug.reproduced = other.reproduced;
    bug.proof = std::move(other.proof);
  }
  if (!bug.reproducer.empty())
    bug.no_reproducer.clear();
  else if (bug.no_reproducer.empty())
    bug.no_reproducer = std::move(other.no_reproducer);
}

void unite_by_signature(std::vector<Bug>& bugs) {
  for (std::size_t i = 0; i < bugs.size(); ++i)
    for (std::size_t j = bugs.size() - 1; j > i; --j)
      if (bugs[j].signature == bugs[i].signature) {
        unite(bugs[i], std::move(bugs[j]));
        bugs.erase(bugs.begin() + static_cast<std::ptrdiff_t>(j));
      }
}

std::optional<Case> case_in(const Bug& bug, const std::string& name) {
  auto c = parse_case(name);
  if (!c || c->given.hash.empty()) return c;
  const auto content = std::ranges::find(bug.programs, c->given);
  if (content == bug.programs.end() || !content->program) return std::nullopt;
  c->given = *content;
  return c;
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
  for (const Predicate& p : bug.where) object["where"].push_back(predicate_json(p));
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
  if (!bug.cut_short.empty()) object["cut_short"] = bug.cut_short;
  if (!bug.no_reproducer.empty()) object["no_reproducer"] = bounded(bug.no_reproducer);
  return with_valid_utf8(object);
}

Bug bug_from_json(const json& json) {
  Bug bug;
  bug.signature = text_from(json, "signature");
  bug.what = word_from(json.at("what"));
  for (const auto& word : json.at("where").get_ref<const json::array_t&>())
    bug.where.push_back(predicate_json_from(word));
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
  bug.cut_short = optional_text_from(json, "cut_short");
  bug.compiler = optional_text_from(json, "compiler");
  if (!bug.compiler.empty() && compiler_text(bug).empty())
    throw std::invalid_argument("unknown compiler side '" + bug.compiler + "'");
  bug.reproduced = bool_from(json.at("reproduced"));
  if (!json.at("fit").is_number()) throw std::invalid_argument("fit is a number");
  bug.fit = json["fit"].get<double>();
  return bug;
}

}  // namespace wgcts::results

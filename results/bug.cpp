#include "results/bug.hpp"

#include <algorithm>
#include <tuple>

#include "reference/lists.hpp"
#include "results/fields.hpp"
#include "results/file_hash.hpp"
#include "results/program_json.hpp"

namespace wgcts::results {

using nlohmann::json;

using CauseParameter = std::pair<std::string, std::string>;
template <>
inline constexpr auto fields<CauseParameter> = std::tuple(Field{"name", &CauseParameter::first},
                                                          Field{"value", &CauseParameter::second});

template <>
inline constexpr auto fields<CauseWord> = std::tuple(Field{"code", &CauseWord::code},
                                                     Field{"parameters", &CauseWord::parameters});

template <>
inline constexpr auto fields<MinimalCase> = std::tuple(Field{"name", &MinimalCase::name},
                                                       Field{"local_size", &MinimalCase::local_size},
                                                       Field{"groups", &MinimalCase::groups},
                                                       Field{"lanes", &MinimalCase::lanes},
                                                       Field{"wrong", &MinimalCase::wrong},
                                                       optional_field("message", &MinimalCase::message));

template <>
inline constexpr auto fields<PassingNeighbour> = std::tuple(Field{"name", &PassingNeighbour::name},
                                                            Field{"differs", &PassingNeighbour::differs});

template <>
inline constexpr auto fields<Ingredient> = std::tuple(Field{"phrase", &Ingredient::phrase},
                                                      Field{"without", &Ingredient::without});

template <>
inline constexpr auto fields<Bug> = std::tuple(
    Field{"signature", &Bug::signature}, Field{"what", &Bug::what}, Field{"where", &Bug::where},
    Field{"sentence", &Bug::sentence}, Field{"builtins", &Bug::builtins}, Field{"types", &Bug::types},
    Field{"dimensions", &Bug::dimensions}, Field{"forms", &Bug::forms}, Field{"cases", &Bug::cases},
    Field{"example", &Bug::example}, Field{"reproduced", &Bug::reproduced}, Field{"fit", &Bug::fit},
    Field{"clauses", &Bug::clauses}, optional_field("minimal", &Bug::minimal),
    optional_field("neighbour", &Bug::neighbour), optional_field("ingredients", &Bug::ingredients),
    optional_field("form", &Bug::form), optional_field("reproducer", &Bug::reproducer),
    optional_field("proof", &Bug::proof), optional_field("compiler", &Bug::compiler),
    optional_field("cut_short", &Bug::cut_short), optional_field("no_reproducer", &Bug::no_reproducer));

template <class Json>
void to_json(Json& object, const Predicate& p) {
  const PredicateText text = text_of(p);
  CauseWord word{std::string(code_of(p.feature))};
  if (!text.relation.empty()) word.parameters.emplace_back(text.relation, text.value);
  object = word;
}

static void read(const json& object, Predicate& p) {
  CauseWord word;
  read(object, word);
  if (word.parameters.size() > 1) throw std::invalid_argument("a condition has one relation");
  PredicateText text;
  if (!word.parameters.empty()) std::tie(text.relation, text.value) = word.parameters.front();
  p = predicate_from(word.code, text);
}

namespace {

/// Throws if the case has lanes that its work-group does not have, or more than any known device has.
void require_sound(const MinimalCase& minimal) {
  // A crash during the build has no work-group.
  const std::size_t lanes = volume(minimal.local_size);
  if (lanes > most_minimal_lanes) throw std::invalid_argument("the work-group is too large");
  const auto beyond = [&](const WrongLane& w) { return w.lane >= lanes; };
  if (std::ranges::any_of(minimal.lanes, beyond) || minimal.lanes.size() > lanes ||
      (!minimal.wrong.empty() && minimal.wrong.back().last >= lanes))
    throw std::invalid_argument("the minimal case has lanes beyond its local size");
}

/// The predicate that holds if either of two predicates of the same feature holds. Empty if it always holds.
std::optional<Predicate> common(const Predicate& a, const Predicate& b) {
  if (a == b) return a;
  if (a.feature != b.feature || a.relation != b.relation) return std::nullopt;
  Predicate both = a;
  if (a.relation == Relation::Is) {
    const auto unite = [](auto& values, const auto& more) {
      std::set all(values.begin(), values.end());
      all.insert(more.begin(), more.end());
      values.assign(all.begin(), all.end());
    };
    unite(both.names, b.names);
    unite(both.numbers, b.numbers);
  } else if (a.relation == Relation::IsNot) {
    std::erase_if(both.names, [&](const std::string& n) { return !is_in(n, b.names); });
    if (both.names.empty()) return std::nullopt;
  } else if (a.relation == Relation::Above || a.relation == Relation::AtLeast) {
    // Each has a single number. Compares these because GCC 12's library compares vectors of numbers wrongly
    // on big-endian machines.
    both.numbers = {std::min(a.numbers.front(), b.numbers.front())};
  } else if (a.relation == Relation::Below) {
    both.numbers = {std::max(a.numbers.front(), b.numbers.front())};
  } else {
    return std::nullopt;
  }
  return both;
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
  return sha256_of_text(to_string(without_words(what)) + "\n" + form).substr(0, 8);
}

bool is_of_programs(const Bug& bug) {
  return bug.builtins.size() == 1 && *bug.builtins.begin() == whole_program.name;
}

std::string signature_of(const CauseWord& what, const std::set<std::string>& builtins) {
  return signature_of_program(
      what, joined(builtins, "", [](const std::string& builtin) { return builtin + "\n"; }));
}

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
  for (GivenProgram& program : other.programs) add_once(bug.programs, std::move(program));
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
  if (!c || !c->given.hash) return c;
  const GivenProgram* content = find_row(bug.programs, c->given);
  if (content == nullptr || !content->program) return std::nullopt;
  c->given = *content;
  return c;
}

std::string_view compiler_text(const Bug& bug) {
  const CompilerSide* side = find_row(compiler_sides, bug.compiler, &CompilerSide::code);
  return side == nullptr ? "" : side->meaning;
}

json to_json(const Bug& bug) {
  json object;
  write_fields(object, bug, fields<Bug>);
  for (const GivenProgram& given : bug.programs)
    if (given.program) object["programs"].push_back(to_json(*given.program));
  if (bug.minimal) bound(object["minimal"], {"message"});
  bound(object, {"proof", "no_reproducer"});
  return with_valid_utf8(object);
}

Bug bug_from_json(const json& object) {
  Bug bug;
  read(object, bug);
  if (bug.minimal) require_sound(*bug.minimal);
  if (object.contains("programs"))
    for (const json& program : array_from(object["programs"]))
      bug.programs.push_back(given_case_from_json(program).given);
  if (!bug.compiler.empty() && compiler_text(bug).empty())
    throw std::invalid_argument("unknown compiler side '" + bug.compiler + "'");
  return bug;
}

}  // namespace wgcts::results

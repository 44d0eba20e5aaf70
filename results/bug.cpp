#include "results/bug.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <tuple>

#include "reference/lists.hpp"
#include "results/file_hash.hpp"
#include "results/json.hpp"
#include "results/program_json.hpp"
#include "suites/parse.hpp"

namespace wgcts::results {

using nlohmann::json;

namespace {

enum class Kind : std::uint8_t { Names, Numbers, Both, Flag };

struct FeatureInfo {
  Feature feature;
  std::string_view code;
  Kind kind;
};

// In the order of the enumeration.
constexpr std::array<FeatureInfo, 37> features{{{Feature::Builtin, "builtin", Kind::Names},
                                                {Feature::Culprit, "builtin", Kind::Names},
                                                {Feature::Type, "type", Kind::Names},
                                                {Feature::Dimension, "dimension", Kind::Numbers},
                                                {Feature::Form, "form", Kind::Names},
                                                {Feature::Variant, "variant", Kind::Names},
                                                {Feature::Option, "option", Kind::Names},
                                                {Feature::Size, "size", Kind::Numbers},
                                                {Feature::ExtentX, "extent.x", Kind::Numbers},
                                                {Feature::ExtentY, "extent.y", Kind::Numbers},
                                                {Feature::ExtentZ, "extent.z", Kind::Numbers},
                                                {Feature::SubGroups, "sub_groups", Kind::Numbers},
                                                {Feature::SubGroupSize, "sub_group_size", Kind::Numbers},
                                                {Feature::UnequalSubGroups, "sub_groups.unequal", Kind::Flag},
                                                {Feature::ManySubGroups, "sub_groups.many", Kind::Flag},
                                                {Feature::Call, "call", Kind::Numbers},
                                                {Feature::CallInFunction, "call", Kind::Numbers},
                                                {Feature::CallSite, "call", Kind::Numbers},
                                                {Feature::Helper, "helper", Kind::Flag},
                                                {Feature::Group, "group", Kind::Both},
                                                {Feature::LastRow, "group", Kind::Names},
                                                {Feature::GroupX, "group.x", Kind::Numbers},
                                                {Feature::GroupY, "group.y", Kind::Numbers},
                                                {Feature::GroupZ, "group.z", Kind::Numbers},
                                                {Feature::Source, "source", Kind::Both},
                                                {Feature::Remainder, "remainder", Kind::Flag},
                                                {Feature::RemainderX, "remainder.x", Kind::Flag},
                                                {Feature::RemainderY, "remainder.y", Kind::Flag},
                                                {Feature::RemainderZ, "remainder.z", Kind::Flag},
                                                {Feature::Offset, "offset", Kind::Flag},
                                                {Feature::OffsetX, "offset.x", Kind::Flag},
                                                {Feature::OffsetY, "offset.y", Kind::Flag},
                                                {Feature::OffsetZ, "offset.z", Kind::Flag},
                                                {Feature::Value, "value", Kind::Names},
                                                {Feature::Company, "company", Kind::Flag},
                                                {Feature::Alone, "alone", Kind::Flag},
                                                {Feature::Load, "load", Kind::Flag}}};

using Numbers = std::vector<std::size_t>;

/// The text of a relation: its sign, and its value if that is fixed. The divisor follows "%".
struct RelationInfo {
  Relation relation;
  std::string_view sign, value;
  bool (*holds)(std::size_t number, const Numbers& of);  ///< true for relations that compare names
};

// In the order of the enumeration.
constexpr std::array<RelationInfo, 10> relations{{
    {Relation::Holds, "", "", [](std::size_t, const Numbers&) { return true; }},
    {Relation::Is, "=", "", [](std::size_t n, const Numbers& of) { return of.empty() || is_in(n, of); }},
    {Relation::IsNot, "!=", "", [](std::size_t n, const Numbers& of) { return !is_in(n, of); }},
    {Relation::Above, ">", "", [](std::size_t n, const Numbers& of) { return n > of.front(); }},
    {Relation::Below, "<", "", [](std::size_t n, const Numbers& of) { return n < of.front(); }},
    {Relation::AtLeast, ">=", "", [](std::size_t n, const Numbers& of) { return n >= of.front(); }},
    {Relation::MultipleOf, "%", "=0", [](std::size_t n, const Numbers& of) { return n % of.front() == 0; }},
    {Relation::NotMultipleOf, "%", "!=0",
     [](std::size_t n, const Numbers& of) { return n % of.front() != 0; }},
    {Relation::PowerOfTwo, "=", "power2",
     [](std::size_t n, const Numbers&) { return std::has_single_bit(n); }},
    {Relation::NotPowerOfTwo, "!=", "power2",
     [](std::size_t n, const Numbers&) { return !std::has_single_bit(n); }},
}};

const FeatureInfo& info(Feature feature) { return features.at(static_cast<std::size_t>(feature)); }
const RelationInfo& info(Relation relation) { return relations.at(static_cast<std::size_t>(relation)); }

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::size_t number_in(std::string_view text) {
  if (const auto number = whole_number<std::size_t>(text)) return *number;
  throw std::invalid_argument("a condition compares with a number, but '" + std::string(text) +
                              "' is not a number");
}

/// A condition compares with numbers and names, if the feature has both.
std::string values_of(const Predicate& p) {
  auto values = mapped(p.numbers, [](std::size_t n) { return std::to_string(n); });
  values.insert(values.end(), p.names.begin(), p.names.end());
  return joined(values, "|");
}

/// The inverse of predicate_from().
Parameter text_of(const Predicate& p) {
  const RelationInfo& row = info(p.relation);
  if (row.sign == "%") return {"%" + values_of(p), std::string(row.value)};
  return {std::string(row.sign), row.value.empty() ? values_of(p) : std::string(row.value)};
}

/// Throws if the case has lanes that its work-group does not have, or more than any known device has.
void require_sound(const MinimalCase& minimal) {
  // A crash during the build has no work-group.
  const std::size_t lanes = volume(minimal.local_size);
  if (lanes > most_minimal_lanes) throw std::invalid_argument("the work-group is too large");
  const auto beyond = [&](const LaneRow& w) { return w.lane >= lanes; };
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

std::string_view code_of(Feature feature) { return info(feature).code; }

bool holds_for(const Predicate& p, std::size_t number) { return info(p.relation).holds(number, p.numbers); }

std::string to_string(const Predicate& p) {
  const auto [relation, value] = text_of(p);
  return std::string(code_of(p.feature)) + relation + value;
}

std::string to_string(const Where& where) {
  if (where.empty()) return "always";
  return joined(where, " and ", [](const Predicate& p) { return to_string(p); });
}

Predicate predicate_from(std::string_view code, const Parameter& text) {
  const std::string &relation = text.first, &value = text.second;
  const FeatureInfo* found = find_row(features, code, &FeatureInfo::code);
  const auto refuse = [&] {
    return std::invalid_argument("'" + std::string(code) + relation + value + "' is not a condition");
  };
  if (found == nullptr) throw refuse();
  const bool numeric = found->kind == Kind::Numbers || found->kind == Kind::Both;
  const bool divides = relation.starts_with('%');
  const std::string_view sign = divides ? "%" : std::string_view(relation);
  // Searches backwards: rows with a fixed value come last and must be tried first.
  const auto row = std::find_if(relations.rbegin(), relations.rend(), [&](const RelationInfo& r) {
    return r.sign == sign && (r.value.empty() || (numeric && r.value == value));
  });
  if (row == relations.rend() || (found->kind == Kind::Flag) != sign.empty()) throw refuse();
  Predicate p{found->feature, row->relation};
  if (divides) {
    p.numbers = {number_in(std::string_view(relation).substr(1))};
    if (p.numbers.front() == 0) throw refuse();
  } else if (sign.empty()) {
    if (!value.empty()) throw refuse();
  } else if (p.relation == Relation::Is || p.relation == Relation::IsNot) {
    for (const std::string_view member : split(value, '|'))
      if (numeric && (found->kind == Kind::Numbers || is_number(member)))
        p.numbers.push_back(number_in(member));
      else
        p.names.emplace_back(member);
  } else if (row->value.empty()) {
    if (!numeric) throw refuse();
    p.numbers = {number_in(value)};
  }
  return p;
}

constexpr auto fields_of(Of<Parameter>) {
  return std::tuple(Field{"name", &Parameter::first}, Field{"value", &Parameter::second});
}

constexpr auto fields_of(Of<CauseWord>) {
  return std::tuple(Field{"code", &CauseWord::code}, Field{"parameters", &CauseWord::parameters});
}

constexpr auto fields_of(Of<MinimalCase>) {
  return std::tuple(Field{"name", &MinimalCase::name}, Field{"local_size", &MinimalCase::local_size},
                    Field{"groups", &MinimalCase::groups}, Field{"lanes", &MinimalCase::lanes},
                    Field{"wrong", &MinimalCase::wrong}, optional_field("message", &MinimalCase::message));
}

constexpr auto fields_of(Of<PassingNeighbour>) {
  return std::tuple(Field{"name", &PassingNeighbour::name}, Field{"differs", &PassingNeighbour::differs});
}

constexpr auto fields_of(Of<Ingredient>) {
  return std::tuple(Field{"phrase", &Ingredient::phrase}, Field{"without", &Ingredient::without});
}

constexpr auto fields_of(Of<Bug>) {
  return std::tuple(
      Field{"signature", &Bug::signature}, Field{"what", &Bug::what}, Field{"where", &Bug::where},
      Field{"sentence", &Bug::sentence}, Field{"builtins", &Bug::builtins}, Field{"types", &Bug::types},
      Field{"dimensions", &Bug::dimensions}, Field{"forms", &Bug::forms}, Field{"cases", &Bug::cases},
      Field{"example", &Bug::example}, Field{"reproduced", &Bug::reproduced}, Field{"fit", &Bug::fit},
      Field{"clauses", &Bug::clauses}, optional_field("minimal", &Bug::minimal),
      optional_field("neighbour", &Bug::neighbour), optional_field("ingredients", &Bug::ingredients),
      optional_field("form", &Bug::form), optional_field("reproducer", &Bug::reproducer),
      optional_field("proof", &Bug::proof), optional_field("compiler", &Bug::compiler),
      optional_field("cut_short", &Bug::cut_short), optional_field("no_reproducer", &Bug::no_reproducer));
}

template <class Json>
void to_json(Json& object, const Predicate& p) {
  CauseWord word{std::string(code_of(p.feature)), {text_of(p)}};
  if (p.relation == Relation::Holds) word.parameters.clear();
  object = word;
}

static void read(const json& object, Predicate& p) {
  CauseWord word;
  read(object, word);
  if (word.parameters.size() > 1) throw std::invalid_argument("a condition has one relation");
  p = predicate_from(word.code, word.parameters.empty() ? Parameter() : word.parameters.front());
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

std::string signature_of(const CauseWord& what, const std::set<std::string>& builtins) {
  const bool may_vary = what.code == "nondeterministic";
  return signature_of_program(
      may_vary ? CauseWord{"unknown"} : what,
      joined(builtins, "", [](const std::string& builtin) { return builtin + "\n"; }));
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

json to_json(const Bug& bug) {
  json object = bug;
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

#include "results/predicate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>

#include "reference/lists.hpp"
#include "suites/parse.hpp"

namespace wgcts::results {
namespace {

enum class Kind : std::uint8_t { Names, Numbers, Both, Flag };

struct FeatureInfo {
  Feature feature;
  std::string_view code;
  Kind kind;
};

// In the order of the enumeration.
constexpr std::array<FeatureInfo, 36> features{{{Feature::Builtin, "builtin", Kind::Names},
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
  std::vector<std::string> values;
  for (const std::size_t n : p.numbers) values.push_back(std::to_string(n));
  values.insert(values.end(), p.names.begin(), p.names.end());
  return joined(values, "|");
}

}  // namespace

std::string_view code_of(Feature feature) { return info(feature).code; }

bool is_of_sizes(Feature f) { return f >= Feature::Size && f <= Feature::ExtentZ; }

std::size_t axis_of(Feature extent) {
  return static_cast<std::size_t>(extent) - static_cast<std::size_t>(Feature::ExtentX);
}

bool is_of_subject(Feature f) { return f <= Feature::Type; }

bool holds_for(const Predicate& p, std::size_t number) { return info(p.relation).holds(number, p.numbers); }

PredicateText text_of(const Predicate& p) {
  const RelationInfo& row = info(p.relation);
  if (row.sign == "%") return {"%" + values_of(p), std::string(row.value)};
  return {std::string(row.sign), row.value.empty() ? values_of(p) : std::string(row.value)};
}

std::string to_string(const Predicate& p) {
  const auto [relation, value] = text_of(p);
  return std::string(code_of(p.feature)) + relation + value;
}

std::string to_string(const Where& where) {
  if (where.empty()) return "always";
  return joined(where, " and ", [](const Predicate& p) { return to_string(p); });
}

Predicate predicate_from(std::string_view code, const PredicateText& text) {
  const FeatureInfo* found = find_row(features, code, &FeatureInfo::code);
  const auto refuse = [&] {
    return std::invalid_argument("'" + std::string(code) + text.relation + text.value +
                                 "' is not a condition");
  };
  if (found == nullptr) throw refuse();
  const bool numeric = found->kind == Kind::Numbers || found->kind == Kind::Both;
  const bool divides = text.relation.starts_with('%');
  const std::string_view sign = divides ? "%" : std::string_view(text.relation);
  // Searches backwards: rows with a fixed value come last and must be tried first.
  const auto row = std::find_if(relations.rbegin(), relations.rend(), [&](const RelationInfo& r) {
    return r.sign == sign && (r.value.empty() || (numeric && r.value == text.value));
  });
  if (row == relations.rend() || (found->kind == Kind::Flag) != sign.empty()) throw refuse();
  Predicate p{found->feature, row->relation};
  if (divides) {
    p.numbers = {number_in(std::string_view(text.relation).substr(1))};
    if (p.numbers.front() == 0) throw refuse();
  } else if (sign.empty()) {
    if (!text.value.empty()) throw refuse();
  } else if (p.relation == Relation::Is || p.relation == Relation::IsNot) {
    for (const std::string_view member : split(text.value, '|'))
      if (numeric && (found->kind == Kind::Numbers || is_number(member)))
        p.numbers.push_back(number_in(member));
      else
        p.names.emplace_back(member);
  } else if (row->value.empty()) {
    if (!numeric) throw refuse();
    p.numbers = {number_in(text.value)};
  }
  return p;
}

}  // namespace wgcts::results

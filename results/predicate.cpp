#include "results/predicate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <stdexcept>

namespace wgcts::results {
namespace {

enum class Kind : std::uint8_t { Names, Numbers, Both, Flag };

struct FeatureInfo {
  Feature feature;
  std::string_view code;
  Kind kind;
};

// In the order of the enumeration.
constexpr std::array<FeatureInfo, 35> features{{{Feature::Builtin, "builtin", Kind::Names},
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

const FeatureInfo& info(Feature feature) { return features.at(static_cast<std::size_t>(feature)); }

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::size_t number_in(std::string_view text) {
  std::size_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size())
    throw std::invalid_argument("a condition compares with a number, but '" + std::string(text) +
                                "' is not a number");
  return n;
}

std::vector<std::string> members_of(std::string_view text) {
  std::vector<std::string> members;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('|', at), text.size());
    members.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return members;
}

std::string joined(const Predicate& p) {
  std::string text;
  for (const std::size_t n : p.numbers) text += (text.empty() ? "" : "|") + std::to_string(n);
  for (const std::string& name : p.names) text += (text.empty() ? "" : "|") + name;
  return text;
}

}  // namespace

std::string_view code_of(Feature feature) { return info(feature).code; }

bool is_of_sizes(Feature f) { return f >= Feature::Size && f <= Feature::ExtentZ; }

std::size_t axis_of(Feature extent) {
  return static_cast<std::size_t>(extent) - static_cast<std::size_t>(Feature::ExtentX);
}

bool is_of_subject(Feature f) { return f <= Feature::Type; }

bool holds_for(const Predicate& p, std::size_t number) {
  const auto among = [&] { return std::ranges::find(p.numbers, number) != p.numbers.end(); };
  switch (p.relation) {
    case Relation::Holds:
      return true;
    case Relation::Is:
      return p.numbers.empty() || among();
    case Relation::IsNot:
      return !among();
    case Relation::Above:
      return number > p.numbers.front();
    case Relation::Below:
      return number < p.numbers.front();
    case Relation::AtLeast:
      return number >= p.numbers.front();
    case Relation::MultipleOf:
      return number % p.numbers.front() == 0;
    case Relation::NotMultipleOf:
      return number % p.numbers.front() != 0;
    case Relation::PowerOfTwo:
      return std::has_single_bit(number);
    case Relation::NotPowerOfTwo:
      return !std::has_single_bit(number);
  }
  __builtin_unreachable();
}

PredicateText text_of(const Predicate& p) {
  const auto number = [&] { return std::to_string(p.numbers.front()); };
  switch (p.relation) {
    case Relation::Holds:
      return {};
    case Relation::Is:
      return {"=", joined(p)};
    case Relation::IsNot:
      return {"!=", joined(p)};
    case Relation::Above:
      return {">", number()};
    case Relation::Below:
      return {"<", number()};
    case Relation::AtLeast:
      return {">=", number()};
    case Relation::MultipleOf:
      return {"%" + number(), "=0"};
    case Relation::NotMultipleOf:
      return {"%" + number(), "!=0"};
    case Relation::PowerOfTwo:
      return {"=", "power2"};
    case Relation::NotPowerOfTwo:
      return {"!=", "power2"};
  }
  __builtin_unreachable();
}

std::string to_string(const Predicate& p) {
  const auto [relation, value] = text_of(p);
  return std::string(code_of(p.feature)) + relation + value;
}

std::string to_string(const Where& where) {
  if (where.empty()) return "always";
  std::string text;
  for (const Predicate& p : where) text += (text.empty() ? "" : " and ") + to_string(p);
  return text;
}

Predicate predicate_from(std::string_view code, const PredicateText& text) {
  const auto found = std::ranges::find(features, code, &FeatureInfo::code);
  const auto refuse = [&] {
    return std::invalid_argument("'" + std::string(code) + text.relation + text.value +
                                 "' is not a condition");
  };
  if (found == features.end()) throw refuse();
  Predicate p{found->feature};
  const bool numeric = found->kind == Kind::Numbers || found->kind == Kind::Both;
  if (text.relation.empty()) {
    if (found->kind != Kind::Flag || !text.value.empty()) throw refuse();
    return p;
  }
  if (found->kind == Kind::Flag) throw refuse();
  if (text.relation.starts_with('%')) {
    p.numbers = {number_in(std::string_view(text.relation).substr(1))};
    if (!numeric || p.numbers.front() == 0 || (text.value != "=0" && text.value != "!=0")) throw refuse();
    p.relation = text.value == "=0" ? Relation::MultipleOf : Relation::NotMultipleOf;
    return p;
  }
  if (text.relation == "=" || text.relation == "!=") {
    const bool is = text.relation == "=";
    p.relation = is ? Relation::Is : Relation::IsNot;
    if (numeric && text.value == "power2") {
      p.relation = is ? Relation::PowerOfTwo : Relation::NotPowerOfTwo;
      return p;
    }
    for (std::string& member : members_of(text.value)) {
      if (numeric && (found->kind == Kind::Numbers || is_number(member)))
        p.numbers.push_back(number_in(member));
      else
        p.names.push_back(std::move(member));
    }
    return p;
  }
  constexpr std::pair<std::string_view, Relation> orders[] = {
      {">", Relation::Above}, {"<", Relation::Below}, {">=", Relation::AtLeast}};
  for (const auto& [sign, relation] : orders)
    if (numeric && text.relation == sign) {
      p.relation = relation;
      p.numbers = {number_in(text.value)};
      return p;
    }
  throw refuse();
}

}  // namespace wgcts::results

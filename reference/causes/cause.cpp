#include "reference/causes/cause.hpp"

#include <charconv>
#include <limits>

namespace wgcts::reference {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

/// Shortest text that says all.
std::string number_text(const ExactNumber& value) {
  if (value.is_infinite()) return value < 0 ? "-inf" : "inf";
  char text[64];
  if (value.is_whole() && value >= std::numeric_limits<std::int64_t>::min() &&
      value <= std::numeric_limits<std::uint64_t>::max()) {
    const auto [end, error] = value < 0 ? std::to_chars(text, text + sizeof text, value.to<std::int64_t>())
                                        : std::to_chars(text, text + sizeof text, value.to<std::uint64_t>());
    return {text, end};
  }
  // Half and float print as what was written for them.
  const auto narrow = value.to<float>();
  const auto [end, error] = narrow == value ? std::to_chars(text, text + sizeof text, narrow)
                                            : std::to_chars(text, text + sizeof text, value.to<double>());
  return {text, end};
}

template <std::size_t N>
std::string chosen(const std::array<std::string_view, N>& names, const Cause& c) {
  return std::string(names[c.choice]);
}

Parameters set_of(const LaneSet& set) {
  const auto [name, number] = name_of(set.kind);
  const bool from_end = set.kind == LaneSet::Kind::FromEnd || set.kind == LaneSet::Kind::FromEndOrFirst;
  Parameters told{{"set", std::string(name)}};
  const std::int64_t n = from_end ? -set.n : set.n;
  if (!number.empty()) told.emplace_back(number, std::to_string(n));
  return told;
}

Parameters narrowing_of(const Cause& c) {
  const auto how = static_cast<Narrow>(c.choice);
  Parameters told;
  switch (how) {
    case Narrow::Bits:
      told = {{"bits", std::to_string(c.n)}};
      break;
    case Narrow::Range:
      told = {{"bits", std::to_string(c.n & 255) + "-" + std::to_string(c.n >> 8)}};
      break;
    case Narrow::Saturates:
      told = {{"as", "saturates"}};
      break;
    case Narrow::LowBit:
      told = {{"as", "low_bit"}};
      break;
    case Narrow::SignBit:
      told = {{"as", "sign_bit"}};
      break;
    default:
      told = {{"via", chosen(narrowings, c)}};
  }
  if (c.what == What::NarrowedPredicate && c.variant == 1) told.emplace_back("of", "count");
  return told;
}

constexpr std::array<std::string_view, 25> codes{
    "unwritten",       "constant",      "inverted",       "identity",          "input",
    "own_value_first", "other_builtin", "lane_value",     "narrowed",          "aggregated_as",
    "wrong_identity",  "coordinates",   "source_limited", "restarts",          "carry_partial",
    "order",           "lanes_ignored", "lanes_doubled",  "value_lost",        "narrowed",
    "compared_as",     "other_call",    "other_group",    "result_missing_on", "inexact"};

}  // namespace

std::string_view code_of(What what) { return codes[static_cast<std::size_t>(what)]; }

Parameters parameters_of(const Cause& c) {
  switch (c.what) {
    case What::Constant:
      return {{"value", c.choice == 1 ? "nan" : number_text(c.value)}};
    case What::Inverted:
      return c.choice == 0 ? Parameters{} : Parameters{{"as", chosen(inverted_as, c)}};
    case What::OtherBuiltin:
      return {{"which", chosen(other_builtins, c)}};
    case What::LaneValue:
      return {{"lane", c.choice < fixed_lanes.size() ? chosen(fixed_lanes, c) : std::to_string(c.n)}};
    case What::NarrowedPredicate:
    case What::Narrowed:
      return narrowing_of(c);
    case What::AggregatedAs:
      return {{"as", chosen(aggregations, c)}};
    case What::WrongIdentity:
      return {{"value", c.choice == 0 ? number_text(c.value) : chosen(identity_values, c)}};
    case What::Coordinates: {
      Parameters told{{"as", chosen(coordinates, c)}};
      if (coordinates[c.choice] == "shifted") told.emplace_back("n", "1");
      return told;
    }
    case What::SourceLimited:
      return {{"n", std::to_string(c.n)}};
    case What::Restarts:
      return {{"every", c.choice == 1 ? "row" : c.choice == 2 ? "plane" : std::to_string(c.n)}};
    case What::CarryPartial:
      return {{"W", std::to_string(c.n)}};
    case What::Order:
      return {{"as", chosen(orders, c)}};
    case What::LanesIgnored:
    case What::LanesDoubled:
    case What::ResultMissingOn:
      return set_of(c.lanes);
    case What::ComparedAs:
      return {{"as", chosen(comparisons, c)}};
    case What::ValueLost:
      return {{"value", chosen(lost_values, c)}};
    case What::OtherCall:
      return {{"which", chosen(other_calls, c)}};
    case What::OtherGroup:
      return {{"which", chosen(other_places, c)}};
    default:
      return {};
  }
}

}  // namespace wgcts::reference

#include "reference/causes/named_causes.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>

namespace wgcts::reference {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

/// How many values Cause::choice takes.
std::uint8_t choices_of(What what) {
  switch (what) {
    case What::Constant:
      return 2;
    case What::Inverted:
      return inverted_as.size();
    case What::OtherBuiltin:
      return other_builtins.size();
    case What::LaneValue:
      return fixed_lanes.size() + 1;
    case What::NarrowedPredicate:
    case What::Narrowed:
      return static_cast<std::uint8_t>(Narrow::SignBit) + 1;
    case What::AggregatedAs:
      return aggregations.size();
    case What::WrongIdentity:
      return identity_values.size();
    case What::Coordinates:
      return coordinates.size();
    case What::Restarts:
    case What::ResultMissingOn:
      return 3;
    case What::Order:
      return orders.size();
    case What::ValueLost:
      return lost_values.size();
    case What::ComparedAs:
      return comparisons.size();
    case What::OtherCall:
      return other_calls.size();
    case What::OtherGroup:
      return other_places.size();
    default:
      return 1;
  }
}

bool has_lanes(What what) {
  return what == What::LanesIgnored || what == What::LanesDoubled || what == What::ResultMissingOn;
}

/// What the numbers of the words may stand for: "16", "-2" of a lane before the end, "8-32" of bits.
std::set<std::int64_t> numbers_in(const Parameters& parameters) {
  std::set<std::int64_t> numbers{0};
  for (const auto& [name, text] : parameters) {
    char* end = nullptr;
    const long long first = std::strtoll(text.c_str(), &end, 10);
    if (end == text.c_str()) continue;
    numbers.insert(first < 0 ? -first : first);
    if (*end == '-') numbers.insert(first | std::strtoll(end + 1, nullptr, 10) << 8);
  }
  return numbers;
}

/// The value as each type may hold it.
std::set<long double> values_in(const Parameters& parameters) {
  std::set<long double> values{0};
  for (const auto& [name, text] : parameters) {
    const bool number = name == "value" && !text.empty() && text != "nan" &&
                        (std::isdigit(static_cast<unsigned char>(text.back())) != 0 || text.ends_with("inf"));
    if (!number) continue;
    values.insert(std::strtold(text.c_str(), nullptr));
    values.insert(std::strtod(text.c_str(), nullptr));
    values.insert(std::strtof(text.c_str(), nullptr));
  }
  return values;
}

}  // namespace

std::vector<Cause> causes_named(std::string_view code, const Parameters& parameters) {
  constexpr std::uint8_t variants = 7;
  const auto numbers = numbers_in(parameters);
  const auto values = values_in(parameters);
  std::vector<Cause> found;
  const auto take = [&](const Cause& cause) {
    if (parameters_of(cause) != parameters) return;
    for (std::uint8_t variant = 0; variant < variants; ++variant) {
      found.push_back(cause);
      found.back().variant = variant;
      if (parameters_of(found.back()) != parameters) found.pop_back();
    }
  };
  for (std::uint8_t w = 0; w <= static_cast<std::uint8_t>(What::Inexact); ++w) {
    const auto what = static_cast<What>(w);
    if (code_of(what) != code) continue;
    for (std::uint8_t choice = 0; choice < choices_of(what); ++choice)
      for (const std::int64_t n : numbers)
        if (has_lanes(what)) {
          for (auto kind = static_cast<std::uint8_t>(LaneSet::Kind::None);
               kind <= static_cast<std::uint8_t>(LaneSet::Kind::RowEnds); ++kind)
            take({.what = what, .choice = choice, .lanes = {static_cast<LaneSet::Kind>(kind), n}});
        } else {
          for (const long double value : values)
            for (const std::uint8_t variant : {0, 1})
              take({.what = what, .choice = choice, .variant = variant, .n = n, .value = value});
        }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace wgcts::reference

#include "reference/causes/named_causes.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <set>

#include "reference/causes/wrong_model.hpp"

namespace wgcts::reference {
namespace {

/// Cause::n of "16", of "-2" of a lane before the end, and of "8-32" of bits.
std::int64_t number_in(const std::string& text) {
  char* end = nullptr;
  const long long first = std::strtoll(text.c_str(), &end, 10);
  return *end == '-' ? first | std::strtoll(end + 1, nullptr, 10) << 8 : std::abs(first);
}

/// The value as each type may hold it.
std::set<ExactNumber> values_in(const std::string& text) {
  std::set<ExactNumber> values{std::strtod(text.c_str(), nullptr), std::strtof(text.c_str(), nullptr)};
  const auto insert_whole = [&]<class Whole>(Whole whole) {
    const char* end = text.data() + text.size();
    if (std::from_chars(text.data(), end, whole).ptr == end) values.insert(whole);
  };
  insert_whole(std::int64_t{0});
  insert_whole(std::uint64_t{0});
  std::erase_if(values, [](const ExactNumber& value) { return value != value; });
  return values;
}

/// What may stand where the form leaves something open. The caller keeps what has the parameters that were
/// given.
std::vector<Cause> completed(Cause cause, std::string_view shown, const CauseParameters& parameters) {
  std::vector<Cause> all;
  if (parameters.empty()) return {cause};
  if (shown == "SET") {
    if (parameters.size() > 1) cause.lanes.n = number_in(parameters[1].second);
    for (; cause.lanes.kind <= LaneSet::Kind::RowEnds;
         cause.lanes.kind = static_cast<LaneSet::Kind>(static_cast<std::uint8_t>(cause.lanes.kind) + 1))
      all.push_back(cause);
  } else if (shown == "V") {
    for (const ExactNumber& value : values_in(parameters[0].second)) {
      cause.value = value;
      all.push_back(cause);
    }
  } else {
    if (shown.ends_with('N')) cause.n = number_in(parameters[0].second);
    all.push_back(cause);
  }
  return all;
}

}  // namespace

std::vector<Cause> causes_named(std::string_view code, const CauseParameters& parameters) {
  std::vector<Cause> found;
  // Types differ in what their models give, not in which there are.
  for (const FaultModel<float>& row : wrong_models<float>()) {
    if (row.code != code) continue;
    for (std::uint8_t choice = 0; choice < row.forms.size() && row.forms[choice].reported; ++choice)
      for (Cause cause : completed({.what = row.what, .choice = choice}, row.forms[choice].value, parameters))
        if (parameters_of(cause) == parameters)
          for (cause.variant = 0; cause.variant < row.variants; ++cause.variant) found.push_back(cause);
  }
  std::ranges::sort(found, [](const Cause& a, const Cause& b) { return a < b; });
  return found;
}

}  // namespace wgcts::reference

#include "reference/causes/named_causes.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <set>

#include "reference/causes/wrong_model.hpp"

namespace wgcts::reference {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

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
std::set<ExactNumber> values_in(const Parameters& parameters) {
  std::set<ExactNumber> values{0};
  for (const auto& [name, text] : parameters) {
    const bool number = name == "value" && !text.empty() && text != "nan" &&
                        (std::isdigit(static_cast<unsigned char>(text.back())) != 0 || text.ends_with("inf"));
    if (!number) continue;
    const auto insert_whole = [&]<class Whole>(Whole whole) {
      const char* end = text.data() + text.size();
      if (std::from_chars(text.data(), end, whole).ptr == end) values.insert(whole);
    };
    insert_whole(std::int64_t{0});
    insert_whole(std::uint64_t{0});
    values.insert(std::strtod(text.c_str(), nullptr));
    values.insert(std::strtof(text.c_str(), nullptr));
  }
  return values;
}

/// The cause with each set of lanes that such a number may stand in.
std::vector<Cause> of_lanes(Cause cause, std::int64_t n) {
  std::vector<Cause> all;
  for (auto kind = static_cast<std::uint8_t>(LaneSet::Kind::None);
       kind <= static_cast<std::uint8_t>(LaneSet::Kind::RowEnds); ++kind) {
    cause.lanes = {static_cast<LaneSet::Kind>(kind), n};
    all.push_back(cause);
  }
  return all;
}

/// The cause with that number, and each of the values.
std::vector<Cause> of_values(Cause cause, std::int64_t n, const std::set<ExactNumber>& values) {
  std::vector<Cause> all;
  cause.n = n;
  for (const ExactNumber& value : values) {
    cause.value = value;
    all.push_back(cause);
  }
  return all;
}

}  // namespace

std::vector<Cause> causes_named(std::string_view code, const Parameters& parameters) {
  const auto numbers = numbers_in(parameters);
  const auto values = values_in(parameters);
  std::vector<Cause> found;
  const auto take = [&](const Cause& cause) {
    if (parameters_of(cause) == parameters) found.push_back(cause);
  };
  // Types differ in what their models give, not in which there are.
  for (const CauseModel<float>& row : wrong_models<float>()) {
    if (code_of(row.what) != code) continue;
    for (std::uint8_t choice = 0; choice < row.choices; ++choice)
      for (std::uint8_t variant = 0; variant < row.variants; ++variant)
        for (const std::int64_t n : numbers) {
          const Cause cause{.what = row.what, .choice = choice, .variant = variant};
          for (const Cause& with_number :
               has_lanes(row.what) ? of_lanes(cause, n) : of_values(cause, n, values))
            take(with_number);
        }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace wgcts::reference

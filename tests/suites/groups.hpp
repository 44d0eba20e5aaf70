// Iterates over the work-groups of all data, for tests.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "reference/exact_number.hpp"
#include "suites/data/data.hpp"
#include "tests/reference/types.hpp"

namespace wgcts::suites {

inline constexpr FloatRules everything{};
inline constexpr std::size_t lane_counts[] = {1, 2, 3, 7, 33, 64, 65, 256, 257, 1024, 4096, 8192};
inline constexpr std::uint64_t seeds[] = {0, 1, 20261121};

template <class T>
struct Group {
  const DataClass<T>* data;
  std::size_t index, count, source;
  std::vector<T> x;
  std::string label;  ///< for messages: class, index, lanes, seed

  std::size_t lanes() const { return x.size(); }
  bool of(std::string_view name) const { return data->name == name; }
};

/// The work-groups of one launch, as the harness makes them.
template <class T>
std::vector<Group<T>> launch(Collective collective, std::size_t lanes, std::size_t walk, std::uint64_t seed,
                             const FloatRules& rules = everything) {
  std::vector<Group<T>> groups;
  for (const auto& assignment : schedule<T>(collective, rules, lanes, walk)) {
    auto data = make_data<T>(collective, assignment, lanes, seed, groups.size());
    groups.push_back({assignment.data, assignment.index, assignment.count, data.source, std::move(data.x),
                      std::string(assignment.data->name) + " " + std::to_string(assignment.index) + " of " +
                          std::to_string(assignment.count) + ", lanes " + std::to_string(lanes) + ", seed " +
                          std::to_string(seed)});
  }
  return groups;
}

/// Calls check(group) for the work-groups of every size and seed. Long walks only for small sizes.
template <class T, class Check>
void each_group(Collective collective, Check check) {
  for (const std::size_t lanes : lane_counts)
    for (const std::uint64_t seed : seeds)
      for (const auto& group : launch<T>(collective, lanes, lanes <= 257 ? 256 : 12, seed)) check(group);
}

template <class T>
bool is_subnormal(T value) {
  if constexpr (is_float_v<T>)
    return value != T{0} && value < Limits<T>::min_normal() && -value < Limits<T>::min_normal();
  return false;
}

template <class T>
bool is_infinite(T value) {
  if constexpr (is_float_v<T>) return value == Limits<T>::infinity() || value == -Limits<T>::infinity();
  return false;
}

/// The wrong ways of rounding that give another result than `nearest`, the exact number rounded to nearest
/// even. `half` rounds halfway cases away from zero.
template <class T>
std::set<std::string> detected_roundings(const ExactNumber& exact, T nearest) {
  const ExactNumber is(nearest);
  if (is == exact) return {};
  const T other = is > exact ? next_down(nearest) : next_up(nearest);
  const bool is_half = abs(is + -exact) == abs(exact + -ExactNumber(other));
  const bool is_outside = abs(is) > abs(exact);
  std::set<std::string> detected{is > exact ? "down" : "up"};
  if (is_outside) detected.insert("toward zero");
  if (is_half && !is_outside) detected.insert("half");
  return detected;
}

/// The work-groups of the class, all indices, for one size and seed.
template <class T>
std::vector<Group<T>> of_class(std::string_view name, Collective collective, std::size_t lanes,
                               std::size_t walk = 256, std::uint64_t seed = 1) {
  std::vector<Group<T>> groups;
  for (auto& group : launch<T>(collective, lanes, walk, seed))
    if (group.of(name)) groups.push_back(std::move(group));
  return groups;
}

}  // namespace wgcts::suites

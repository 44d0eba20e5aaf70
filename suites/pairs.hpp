// The pairs and triples of values in a plan, and those that are possible.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "suites/values.hpp"

namespace wgcts::suites {

/// A set of families, one bit each.
using Families = std::uint8_t;
constexpr Families bit_of(Family family) {
  return static_cast<Families>(1U << static_cast<unsigned>(family));
}
inline constexpr Families every_family = 0x3f;

/// Whether a launch with two or three values may hide bugs of their combination. Two kinds of values hide
/// others. A launch with such a value counts only for pairs and triples that contain it:
/// - Without a local size, the driver may choose work-groups of one work-item, where few faults show.
/// - Collectives that another part of the program calls are compiled without the attributes of the kernel.
bool is_hidden(const Values& values, std::span<const ValueId> ids);

/// The number of values that many devices lack.
std::size_t rares_of(const Values& values);

/// Whether a launch counts for `ids`, which are some of its values. They must not be hidden. They must
/// include all `rares` of its values that many devices lack: devices without these skip the launch and must
/// cover its other values elsewhere.
bool counts_for(const Values& values, std::size_t rares, std::span<const ValueId> ids);

/// The families that have a legal case with some values, and the reason if none has. The other parameters
/// have their defaults, except for shape and size.
struct Legality {
  Families families = 0;
  std::string_view reason = "no work-group has both";
};
Legality legality(std::span<const ValueId> ids, Families among = every_family);

/// A number of covered sets of values, and of all legal ones.
struct Share {
  std::size_t met = 0, legal = 0;
};

/// How many of the legal pairs (`count` is 2) or triples of values the cases cover, with any family.
Share share_of(const std::vector<Case>& cases, std::size_t count);

/// Calls visit(ids) for each `count` of the values that are of different parameters, in ascending order.
template <class Visit>
void for_each_set(std::span<const ValueId> values, std::size_t count, const Visit& visit,
                  std::vector<ValueId>&& chosen = {}) {
  if (chosen.size() == count) return visit(std::span<const ValueId>(chosen));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!chosen.empty() && all_values()[chosen.back()].parameter == all_values()[values[i]].parameter)
      continue;
    chosen.push_back(values[i]);
    for_each_set(values.subspan(i + 1), count, visit, std::move(chosen));
    chosen.pop_back();
  }
}

std::vector<ValueId> all_ids();

/// The case of these values and a builtin. Nothing if the variant rows contradict each other.
std::optional<Case> case_of(const Values& values, const LocalSize& local, const Builtin& builtin);

const Builtin& of_family(Family family);

}  // namespace wgcts::suites

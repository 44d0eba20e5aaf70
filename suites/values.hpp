// The parameters that a plan combines, and their values. Drivers fail at combinations of two or three of
// them: the pairs and triples that a plan has, and those that are possible.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "suites/case.hpp"

namespace wgcts::suites {

/// The parameters. Those of a variant are its axes. The builtin's family is also a parameter, but handled
/// separately, because a kernel has several families at once.
enum class Parameter : std::uint8_t { Type, Shape, Size, Form, Axes };
inline constexpr std::size_t parameter_count = static_cast<std::size_t>(Parameter::Axes) + axis_count;

constexpr std::size_t place_of(Parameter p) { return static_cast<std::size_t>(p); }
constexpr std::size_t place_of(Axis a) { return place_of(Parameter::Axes) + static_cast<std::size_t>(a); }

/// "type", "shape", ..., "offset", ...
std::string_view parameter_name(std::size_t parameter);

using ValueId = std::uint8_t;

struct ParameterValue {
  std::size_t parameter;
  std::string_view name;  ///< "none" if the variant has no row of the axis
  /// Many devices lack the value and skip its cases. So such a case covers only pairs with this value.
  bool rare = false;
  GenType type{};
  const Form* form = nullptr;
  const Variant* row = nullptr;
};

/// All values, grouped by parameter. Their ids are their indices. The first value of a parameter is its
/// default.
std::span<const ParameterValue> all_values();

std::pair<ValueId, ValueId> range_of(std::size_t parameter);

using Values = std::array<ValueId, parameter_count>;

/// The values of the case. Nothing if it has a value that the plan does not combine: see left_out().
std::optional<Values> values_of(const Case& c);

/// A value that is planned by hand and not combined, with the reason.
struct LeftOut {
  std::string_view name, reason;
};
std::vector<LeftOut> left_out();

/// A few local sizes with the shape and the size class, including "max". Empty if none exists: a work-group
/// of two work-items is no cube.
const std::vector<LocalSize>& sizes_with(ValueId shape, ValueId size);

unsigned dim_of(ValueId shape);

using Families = std::uint8_t;
constexpr Families bit_of(Family family) {
  return static_cast<Families>(1U << static_cast<unsigned>(family));
}
inline constexpr Families every_family = 0x3f;

/// Whether a launch with two or three values may hide bugs of their combination. Three kinds of values hide
/// others. A launch with such a value counts only for pairs and triples that contain it:
/// - Without a local size, the driver may choose work-groups of one work-item, where few faults show.
/// - If a form passes the same value in all lanes, few faults in how lanes are combined show.
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

constexpr const Builtin& of_family(Family family) {
  return *find_row(builtins, family, [](const Builtin& b) { return b.collective.family; });
}

}  // namespace wgcts::suites

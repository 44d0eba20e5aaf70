// What a plan combines: the parameters of a case and their values. A driver breaks where two or three of them
// meet.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "suites/case.hpp"

namespace wgcts::suites {

/// The parameters; those of a variant are its axes. The builtin's family is a parameter, too, and stands
/// apart: a kernel has several of them at once.
enum class Parameter : std::uint8_t { Type, Shape, Size, Form, Axes };
inline constexpr std::size_t parameter_count = static_cast<std::size_t>(Parameter::Axes) + axis_count;

constexpr std::size_t place_of(Parameter p) { return static_cast<std::size_t>(p); }
constexpr std::size_t place_of(Axis a) { return place_of(Parameter::Axes) + static_cast<std::size_t>(a); }

/// "type", "shape", ..., "offset", ...
std::string_view parameter_name(std::size_t parameter);

using ValueId = std::uint8_t;

struct ParameterValue {
  std::size_t parameter;
  std::string_view name;  ///< "none" for an axis that the variant has no row of
  /// Many devices lack it, and skip cases that have it: such a case meets only what it is planned for.
  bool rare = false;
  GenType type{};
  const Form* form = nullptr;
  const Variant* row = nullptr;
};

/// All values, those of a parameter side by side; their ids are their places. A parameter's first value is
/// its default.
std::span<const ParameterValue> all_values();

/// The ids of the parameter's values.
std::pair<ValueId, ValueId> range_of(std::size_t parameter);

/// A value for each parameter.
using Values = std::array<ValueId, parameter_count>;

/// What the case is. Nothing for one that has what the plan does not combine: see left_out().
std::optional<Values> values_of(const Case& c);

/// What is planned by hand and combined with nothing, and why.
struct LeftOut {
  std::string_view name, reason;
};
std::span<const LeftOut> left_out();

/// Local sizes that have the shape and the size class, so many as tell them apart; "max" is one. Empty where
/// no work-group has both: one of two work-items is no cube.
const std::vector<LocalSize>& sizes_with(ValueId shape, ValueId size);

/// Whether it is the size "max".
bool is_largest(ValueId id);

/// The dimension of a shape, or of any other.
unsigned dim_of(ValueId shape);

}  // namespace wgcts::suites

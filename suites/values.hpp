// The parameters that a plan combines, and their values. Drivers fail at combinations of two or three of
// them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
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
std::span<const LeftOut> left_out();

/// A few local sizes with the shape and the size class, including "max". Empty if none exists: a work-group
/// of two work-items is no cube.
const std::vector<LocalSize>& sizes_with(ValueId shape, ValueId size);

unsigned dim_of(ValueId shape);

}  // namespace wgcts::suites

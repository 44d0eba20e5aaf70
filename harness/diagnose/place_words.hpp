// The words for where a work-group stands: what a condition of a bug can be about.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "harness/diagnose/place.hpp"

namespace wgcts::harness {

/// How far-fetched a condition is. Of two that part as well the cheaper one is told.
namespace cost {
inline constexpr double plain = 1, derived = 1.2, of_group = 1.3, of_extent = 1.6, of_value = 1.8,
                        a_further_member = 0.15;
}  // namespace cost

/// A coordinate with names for values: which of them are wrong, which right.
struct Coordinate {
  std::string_view code;
  double cost;
  std::string (*value)(const Place&);
};

/// A number: sizes, extents, places in a row.
struct Measure {
  std::string_view code;
  double cost;
  bool of_groups;   ///< unknown where only the case is
  bool arithmetic;  ///< multiples and powers of two mean something
  std::optional<std::size_t> (*value)(const Place&);
  bool of_right_cases = false;  ///< yet told of a case as a whole, where all of it is right
};

/// Something that a place has or has not.
struct Property {
  std::string_view code, relation, value;
  double cost;
  bool (*holds)(const Place&);
};

/// How a variant's programs are built, as the condition "option" names it: "-cl-std=CL2.0", "default".
std::string option_of(const Variant& variant);

/// Those that every case has.
std::span<const Coordinate> coordinates_of_cases();

/// Those of a case and its work-groups.
std::span<const Measure> measures_of_places();
std::span<const Property> properties_of_places();

}  // namespace wgcts::harness

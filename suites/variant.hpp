// Variants: what a launch varies beside its kernel, in the NDRange or in how the program is built. Adding one
// is adding a row, and naming it in the plan rows of a form.
#pragma once

#include <array>
#include <stdexcept>
#include <string_view>

#include "reference/clauses.hpp"
#include "reference/geometry.hpp"

namespace wgcts::suites {

struct Variant {
  std::string_view name;  ///< as a case's name ends; empty for the plain launch
  std::string_view plan;  ///< in plain words

  // What the host does for it.
  Extents offset{};          ///< the global offset, of which a launch takes as many as it has dimensions
  bool remainder = false;    ///< the last work-group of each dimension is smaller than the others
  std::size_t groups = 0;    ///< work-groups wanted; 0: as many as the data asks for
  bool saturates = false;    ///< as many work-groups as keep the device full for a while
  std::string_view options;  ///< added to the build options
  unsigned cl_std = 0;       ///< 20 and 31 ask for that -cl-std; 0 takes the device's usual one

  std::string_view clause;  ///< what its cases cite whatever their data; empty for nothing
};

inline constexpr std::array<Variant, 8> variants{{
    {.name = "", .plan = "several work-groups in each dimension"},
    {.name = "offset",
     .plan = "a global offset in each dimension",
     .offset = {37, 11, 5},
     .clause = cite("WGC.ID.3")},
    {.name = "remainder",
     .plan = "a remainder work-group in each dimension",
     .remainder = true,
     .clause = cite("WGC.ND.3")},
    {.name = "crowd", .plan = "more than a thousand work-groups", .groups = 1100},
    {.name = "saturated",
     .plan = "several times as many work-groups as the device holds at once",
     .saturates = true},
    {.name = "noopt", .plan = "built with -cl-opt-disable", .options = "-cl-opt-disable"},
    {.name = "cl20", .plan = "built with -cl-std=CL2.0", .cl_std = 20},
    {.name = "cl31", .plan = "built with -cl-std=CL3.1", .cl_std = 31},
}};

/// The row of that name, or nullptr.
constexpr const Variant* variant_named(std::string_view name) {
  for (const Variant& row : variants)
    if (row.name == name) return &row;
  return nullptr;
}

/// The plain launch.
inline constexpr const Variant* plain_variant = variant_named("");

/// The row of that name, for plans and tests: a name that there is not does not compile.
consteval const Variant* variant(std::string_view name) {
  const Variant* row = variant_named(name);
  return row != nullptr ? row : throw std::invalid_argument("there is no such variant");
}

}  // namespace wgcts::suites

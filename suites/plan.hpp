// Which cases there are.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "suites/case.hpp"

namespace wgcts {

/// A line of the plan: for each builtin and type, a form and a variant at these local sizes.
struct PlanRow {
  Form form;
  Variant variant;
  std::string_view sizes[3];  ///< in 1, 2 and 3 dimensions, separated by spaces
};

/// The plan as written.
std::span<const PlanRow> plan_rows();

/// Every case of the plan, in the order of builtins, types, dimensions and plan rows.
std::vector<Case> plan();

}  // namespace wgcts

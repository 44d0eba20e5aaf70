// The legal combinations of a case's parts.
#pragma once

#include <string_view>

#include "suites/case.hpp"

namespace wgcts::suites {

/// Why the case is not legal: its parts exclude each other. Empty for a legal case.
std::string_view objection(const Case& c);

/// Whether the case is legal. Only legal cases are planned, drawn or run.
inline bool is_legal(const Case& c) { return objection(c).empty(); }

}  // namespace wgcts::suites

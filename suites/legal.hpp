// Which cases make sense.
#pragma once

#include <string_view>

#include "suites/case.hpp"

namespace wgcts::suites {

/// Why there is no such case, in words: its parts exclude each other. Empty for a case that is legal.
std::string_view objection(const Case& c);

/// Whether the case makes sense: only such cases are in plans, are drawn or are run by name.
inline bool is_legal(const Case& c) { return objection(c).empty(); }

}  // namespace wgcts::suites

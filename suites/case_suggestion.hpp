// Suggestions for misspelt case names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suites/case.hpp"

namespace wgcts::suites {

/// The case of that name, in any profile or none. Throws std::invalid_argument with a message that suggests
/// the nearest valid word.
Case case_named(std::string_view text);

}  // namespace wgcts::suites

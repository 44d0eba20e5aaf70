// What somebody may have meant who wrote a name that there is not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suites/case.hpp"

namespace wgcts::suites {

/// The case of that name, which need be in no profile. Throws std::invalid_argument with one sentence that
/// names the nearest valid word.
Case case_named(std::string_view text);

}  // namespace wgcts::suites

// Suggestions for misspelt words and case names.
#pragma once

#include <string>
#include <string_view>

#include "suites/case.hpp"

namespace wgcts::suites {

/// The word most similar to `word`; the first of several. Empty without words.
std::string nearest(std::string_view word, const std::vector<std::string>& words);

/// The case of that name, in any profile or none. Throws std::invalid_argument with a message that suggests
/// the nearest valid word.
Case case_named(std::string_view text);

}  // namespace wgcts::suites

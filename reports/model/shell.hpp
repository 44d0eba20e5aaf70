// Quotes words for a shell.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "layers.hpp"

namespace wgcts::reports {

/// The word, quoted for a POSIX shell if necessary.
std::string shell_quoted(std::string_view word);

/// The words as a command line.
std::string shell_line(const std::vector<std::string>& words);

}  // namespace wgcts::reports

// Words for a shell to read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "layers.hpp"

namespace wgcts::reports {

/// The word so quoted that a POSIX shell takes it for one word, and as it is where that needs no quotes.
std::string shell_quoted(std::string_view word);

/// All of them, as one types them.
std::string shell_line(const std::vector<std::string>& words);

}  // namespace wgcts::reports

// Makes driver texts safe for a terminal.
#pragma once

#include <string>
#include <string_view>

#include "layers.hpp"

namespace wgcts::reports {

/// The number of columns of a UTF-8 text, with one column for each character.
std::size_t columns(std::string_view text);

/// The text as a single line: control characters become spaces, and several spaces become one.
std::string printable(std::string_view text);

/// The text with each control character replaced by one space, so that columns stay aligned.
std::string printable_columns(std::string_view text);

/// `text`, truncated with "..." if it is longer than `width`.
std::string shortened(std::string_view text, std::size_t width);

/// "1 line", "7 lines": for nouns with a regular plural.
std::string counted(std::size_t number, std::string_view thing);

}  // namespace wgcts::reports

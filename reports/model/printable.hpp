// Texts of drivers, made fit for a terminal.
#pragma once

#include <string>
#include <string_view>

#include "layers.hpp"

namespace wgcts::reports {

/// Columns that a UTF-8 text takes where each character takes one.
std::size_t columns(std::string_view text);

/// One line that moves no cursor: control characters become spaces, runs of spaces one.
std::string printable(std::string_view text);

/// The same with its columns kept: each control character becomes one space.
std::string printable_columns(std::string_view text);

/// `text` if it fits, else as much as does, and "...".
std::string shortened(std::string_view text, std::size_t width);

/// "1 line", "7 lines": of a thing whose name takes an s.
std::string counted(std::size_t number, std::string_view thing);

}  // namespace wgcts::reports

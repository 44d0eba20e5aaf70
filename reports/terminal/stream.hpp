// Properties of an output stream.
#pragma once

#include <cstdio>
#include <string>

#include "layers.hpp"

namespace wgcts::reports {

/// Prints and flushes without throwing: if progress cannot be printed, the run continues. The stream's error
/// flag stays set.
void print_now(std::FILE* stream, const std::string& text);

/// Whether the stream is a terminal with cursor movements.
bool is_terminal(std::FILE* stream);

/// Whether to use colour: on a terminal, unless the variable NO_COLOR is set.
bool wants_colour(std::FILE* stream);

/// The width of files and pipes. Their lines are not truncated, so that they can be searched.
inline constexpr std::size_t unlimited_width = 1'000'000;

/// The width in columns: COLUMNS if that is a number from 20 to 1000; otherwise the terminal's width, or 100
/// if that is unknown; unlimited_width for other streams.
std::size_t width_of(std::FILE* stream);

}  // namespace wgcts::reports

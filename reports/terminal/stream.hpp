// What an output stream can show.
#pragma once

#include <cstdio>
#include <string>

#include "layers.hpp"

namespace wgcts::reports {

/// Writes at once, and throws nothing: words on the way that nobody can read are no reason to stop judging.
/// The stream's error flag stays set.
void tell(std::FILE* stream, const std::string& text);

/// Whether the stream is a terminal that takes cursor movements.
bool is_terminal(std::FILE* stream);

/// Whether to colour: on a terminal, unless the environment has NO_COLOR, whatever it says.
bool wants_colour(std::FILE* stream);

/// The width of what has no edge: a file or a pipe, where what is cut cannot be searched for.
inline constexpr std::size_t without_end = 1'000'000;

/// Columns: what COLUMNS says if that is a number from 20 to 1000, else of a terminal what it says, or 100
/// where it says nothing, and without_end of anything else.
std::size_t width_of(std::FILE* stream);

}  // namespace wgcts::reports

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

/// Columns: what COLUMNS says if that is a number from 20 to 1000, else what the terminal says, else 100.
std::size_t width_of(std::FILE* stream);

}  // namespace wgcts::reports

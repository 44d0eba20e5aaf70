// What an output stream can show.
#pragma once

#include <cstdio>

namespace wgcts {

/// Whether the stream is a terminal that takes cursor movements.
bool is_terminal(std::FILE* stream);

/// Whether to colour: on a terminal, unless the environment has NO_COLOR, whatever it says.
bool wants_colour(std::FILE* stream);

/// Columns: what COLUMNS says if that is a number from 20 to 1000, else what the terminal says, else 100.
std::size_t width_of(std::FILE* stream);

}  // namespace wgcts

// What an output stream can show.
#pragma once

#include <cstdio>

namespace wgcts {

/// Whether the stream is a terminal that takes cursor movements.
bool is_terminal(std::FILE* stream);

/// Whether to colour: on a terminal, unless the environment has NO_COLOR.
bool wants_colour(std::FILE* stream);

}  // namespace wgcts

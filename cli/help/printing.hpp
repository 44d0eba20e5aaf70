// Printing for commands that only print.
#pragma once

#include "system/signals.hpp"

namespace wgcts::cli {

/// Ends the program silently when its reader, such as `head`, closes the pipe. Not for commands that also
/// write files or start workers.
inline void end_with_reader() { system::end_with_closed_pipe(); }

}  // namespace wgcts::cli

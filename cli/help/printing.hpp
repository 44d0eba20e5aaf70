// What a command prints for a person to read.
#pragma once

#include "system/signals.hpp"

namespace wgcts::cli {

/// Ends the program in silence when `head` or `less` has read enough, as other programs end: nothing is lost.
/// Not for what writes files too, or feeds workers.
inline void end_with_reader() { system::end_with_closed_pipe(); }

}  // namespace wgcts::cli

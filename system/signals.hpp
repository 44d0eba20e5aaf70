// Signals: their names, which of them this program ignores, and which of them end it.
#pragma once

#include <span>
#include <string>

#include "layers.hpp"

namespace wgcts::system {

/// "SIGSEGV"; "signal 42" for one without a name.
std::string signal_name(int number);

/// Whether a process that this signal ended was ended by another: drivers die of SIGSEGV, SIGABRT and their
/// like.
bool comes_from_outside(int number);

/// Whether it is the signal that cannot be caught, which the system sends for want of memory.
bool is_forced_end(int number);

/// The signals by which somebody ends a run early, and which leave time for a report.
std::span<const int> stop_signals();

/// Whether this process ignores the signal.
bool is_ignored(int number);

/// From here on a closed pipe is an error of the write, and no death.
void ignore_closed_pipes();
/// As that, and so is a file that has reached its size limit.
void ignore_unwritable_files();
/// From here on a closed pipe ends the program in silence, as other programs end.
void end_with_closed_pipe();

}  // namespace wgcts::system

// Prints a backtrace when the process crashes.
#pragma once

#include <string_view>

#include "layers.hpp"

namespace wgcts::system {

/// The line before a backtrace.
inline constexpr std::string_view backtrace_title = "backtrace:\n";

/// The line before it if the crashing thread was at the suite's own work.
inline constexpr std::string_view suites_work_title = "wgcts worker: it died in the suite's own work\n";

/// Whether this thread is at the suite's own work from now on. False at first: other threads are the
/// driver's.
void note_suites_work(bool is_suites);

/// Makes fatal signals write a backtrace to standard error before they end the process, within a few seconds.
/// Signals that already have a handler, such as that of an address sanitizer, are unchanged.
void print_backtrace_on_crash();

}  // namespace wgcts::system

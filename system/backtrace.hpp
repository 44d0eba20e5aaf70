// Prints a backtrace when the process crashes.
#pragma once

#include <string_view>

#include "layers.hpp"

namespace wgcts::system {

/// The lines before a backtrace of this process and of a child process. A child, such as a driver's compiler,
/// inherits the handlers.
inline constexpr std::string_view backtrace_title = "backtrace:\n",
                                  child_backtrace_title = "backtrace of a child process:\n";

/// Whether the output of a process has its backtrace. Other programs print lines that end in the same words.
bool has_backtrace(std::string_view output);

/// The line before it if the crashing thread ran the suite's code.
inline constexpr std::string_view suites_work_title = "wgcts worker: it died in the suite's own work\n";

/// The line before the end by SIGABRT if a timer ended the process, which it must have set itself.
inline constexpr std::string_view drivers_timer_title =
    "wgcts worker: a timer that the driver had set ended the process\n";

/// Notes whether this thread runs the suite's code from now on. False at first, because other threads belong
/// to the driver. The suite's code has the default floating-point environment: a driver may change rounding
/// or flush subnormals in threads that call it, and new threads inherit that.
void note_suites_work(bool is_suites);

/// Makes fatal signals write a backtrace to standard error before they end the process, within a few seconds.
/// Signals that already have a handler, such as that of an address sanitizer, are unchanged. The signal of an
/// interval timer ends the process by SIGABRT if neither another process nor a timer of the caller sent it.
void print_backtrace_on_crash();

}  // namespace wgcts::system

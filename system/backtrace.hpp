// Prints a backtrace when the process crashes.
#pragma once

#include <string_view>

#include "layers.hpp"

namespace wgcts::system {

/// The line before a backtrace.
inline constexpr std::string_view backtrace_title = "backtrace:\n";

/// Makes fatal signals write a backtrace to standard error before they end the process, within a few seconds.
/// Signals that already have a handler, such as that of an address sanitizer, are unchanged.
void print_backtrace_on_crash();

}  // namespace wgcts::system

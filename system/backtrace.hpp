// Prints a backtrace when the process crashes.
#pragma once

#include "layers.hpp"

namespace wgcts::system {

/// Makes fatal signals write a backtrace to standard error before they end the process, within a few seconds.
/// Signals that already have a handler, such as that of an address sanitizer, are unchanged.
void print_backtrace_on_crash();

}  // namespace wgcts::system

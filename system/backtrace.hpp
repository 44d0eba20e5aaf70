// The last words of a process that dies of a signal.
#pragma once

#include "layers.hpp"

namespace wgcts::system {

/// From here on a fatal signal writes its call chain to standard error, and then does what it always did: the
/// process ends by that signal, in a few seconds at most. A signal that something else handles already, such
/// as an address sanitizer, is left alone.
void tell_backtrace_of_death();

}  // namespace wgcts::system

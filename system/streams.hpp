// Standard streams, and terminals behind them.
#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>

#include "layers.hpp"

namespace wgcts::system {

/// A copy of the standard output that nothing else in this process writes to: what others print to the
/// standard output goes to the standard error from here on. Null where the standard output is closed.
std::FILE* take_standard_output();

/// Calls `ended`, from another thread, when whoever reads the stream has closed it.
void when_unread(std::FILE* stream, std::function<void()> ended);

/// Whether a person may be reading the stream.
bool is_interactive(std::FILE* stream);

/// The width of the terminal behind the stream in characters; 0 where there is none, or it does not say.
std::size_t terminal_width(std::FILE* stream);

}  // namespace wgcts::system

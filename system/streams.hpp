// Standard streams and terminals.
#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>

#include "layers.hpp"

namespace wgcts::system {

/// A copy of standard output for exclusive use, without a buffer: from now on, everything printed to standard
/// output goes to standard error. Null if standard output is closed.
std::FILE* take_standard_output();

/// Writes the whole text, whatever interrupts or delays it: a signal handler of the driver, or a pipe that
/// another process made non-blocking. Returns 0 or an errno.
int write_all(int descriptor, std::string_view text);

/// Writes the whole text to the stream without its buffer. Returns as write_all().
int write_all(std::FILE* stream, std::string_view text);

/// Reads the next line of standard input, without its end, past the buffers of C and C++: they take a signal
/// for the end of the input. Returns false at the end.
bool read_line(std::string& line);

/// Makes reads and writes of the standard streams wait. A launcher may have made them non-blocking.
void make_standard_streams_blocking();

/// Calls `ended` from another thread when the reader of the stream closes it. Throws std::system_error if no
/// thread can start.
void when_unread(std::FILE* stream, std::function<void()> ended);

/// Whether the stream is a pipe whose reader has closed it.
bool is_unread(std::FILE* stream);

/// Whether the stream is a terminal.
bool is_interactive(std::FILE* stream);

/// The terminal's width in characters; 0 if the stream is not a terminal, or the width is unknown.
std::size_t terminal_width(std::FILE* stream);

}  // namespace wgcts::system

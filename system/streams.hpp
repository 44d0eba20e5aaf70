// Standard streams and terminals.
#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "layers.hpp"

namespace wgcts::system {

/// The descriptor of a copy of standard output for exclusive use: from now on, everything printed to standard
/// output goes to standard error. -1 if standard output is closed or cannot be written.
int take_standard_output();

/// The same for standard input: from now on, reads of standard input find its end.
int take_standard_input();

/// Whether standard input is a terminal in canonical mode, which cuts lines of more than 4095 bytes, see
/// termios(3).
bool input_has_line_limit();

/// Writes the whole text. It continues after an interrupt by a signal handler, and waits for a pipe that
/// another process made non-blocking. Returns 0 or an errno.
int write_all(int descriptor, std::string_view text);

/// Reads the next line, without its end; to be called with one descriptor only. It continues after an
/// interrupt by a signal handler, which the streams of C and C++ take for the end of the input. Returns false
/// at the end.
bool read_line(int descriptor, std::string& line);

/// Makes reads and writes of the standard streams wait. A launcher may have made them non-blocking.
void make_standard_streams_blocking();

/// Calls `closed` once for each of these pipes, from another thread, when the pipe's other end is closed.
/// Throws std::system_error if no thread can start.
void when_closed(std::span<const int> descriptors, std::function<void(int descriptor)> closed);

/// Whether the stream is a pipe whose reader has closed it.
bool is_unread(std::FILE* stream);

bool is_interactive(std::FILE* stream);

/// The terminal's width in characters; 0 if the stream is not a terminal, or the width is unknown.
std::size_t terminal_width(std::FILE* stream);

}  // namespace wgcts::system

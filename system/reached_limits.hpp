// The limits of the machine that a crashing process has reached. POSIX.
#pragma once

namespace wgcts::system {

/// Prepares print_reached_limits(), which cannot allocate memory.
void prepare_reached_limits();

/// For a crash by `signal`, or 0 for a refusal of the driver. Tries to get the resources whose lack commonly
/// crashes a process: a process or thread, memory, a file descriptor, disk space. Names those that it did not
/// get on standard error, after `limit_words`. Returns whether there were any. Safe in a signal handler: it
/// allocates no memory.
bool print_reached_limits(int signal);

/// Makes exit() print them from now on, if this process calls it before expect_exit(): a driver's compiler
/// may end the process.
void print_reached_limits_at_exit();
/// The process is about to end by itself.
void expect_exit();

}  // namespace wgcts::system

// The limits of the machine that may make a driver fail. POSIX.
#pragma once

#include <string>

namespace wgcts::system {

/// Prepares the functions below. print_reached_limits() cannot allocate memory.
void prepare_reached_limits();

/// The limits under which the process runs: `ulimit -v`, `-d` and `-f`, `-s` below the usual stack of 8 MiB,
/// and disks with little room. Empty if there are none. A hang, a crash or a refusal under one of them need
/// not be the driver's fault: another process of the driver may have reached it.
std::string standing_limits();

/// For a crash or a refusal of the driver. Names the standing limits, and the resources that the process
/// cannot get now, on standard error, after `limit_words`: a process or thread, memory, a file descriptor,
/// disk space. Returns whether there were any. Safe in a signal handler: it allocates no memory.
bool print_reached_limits();

/// Makes exit() print them from now on, if this process calls it before expect_exit(): a driver's compiler
/// may end the process.
void print_reached_limits_at_exit();
/// The process is about to end by itself.
void expect_exit();

}  // namespace wgcts::system

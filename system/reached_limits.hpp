// The limits of the machine that may make a driver fail. POSIX.
#pragma once

#include <string>

namespace wgcts::system {

/// Prepares the functions below. print_reached_limits() cannot allocate memory.
void prepare_reached_limits();

/// The limits under which the process runs: `ulimit -v`, `-d` and `-f`, `-s` below the usual stack of 8 MiB,
/// and disks with little room; and `ulimit -t`, if the ended child processes together have used that much.
/// Empty if there are none. A hang, crash or refusal under one of them may not be the driver's fault, because
/// another process of the driver may have reached it.
std::string standing_limits();

/// For a crash or a refusal of the driver. Prints `limit_words`, the standing limits, and the resources that
/// the process cannot get now on standard error: a process or thread, memory, file descriptors, disk space.
/// Returns whether there were any. Safe in a signal handler: it allocates no memory.
bool print_reached_limits();

/// Makes exit() print them from now on, if this process calls it before expect_exit(): a driver's compiler
/// may end the process.
void print_reached_limits_at_exit();
/// Call it before the process ends by itself.
void expect_exit();

}  // namespace wgcts::system

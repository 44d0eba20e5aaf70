// Which limits of the machine a dying process has reached. POSIX.
#pragma once

namespace wgcts::system {

/// Finds out what tell_reached_limits() will look at. Before anything goes wrong.
void prepare_reached_limits();

/// Tries what a process commonly dies of when it cannot have it: a process or thread, memory, a file
/// descriptor, room on disk. Names what it did not get on standard error, behind `limit_words`; says nothing
/// where it got everything. For a signal handler: takes no memory.
void tell_reached_limits(int signal);

}  // namespace wgcts::system

// Functions for this process and its children.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "layers.hpp"

namespace wgcts::system {

/// Kills a process and its children. The process must lead its own process group.
void kill_group(int process);

/// Notes a child process that has not ended although it was killed. No other code may wait for its end.
void note_unended(int child);

/// The id of a noted process that has still not ended, except `this_one`; 0 if there is none.
int unended_beside(int this_one);

/// Runs the function in a thread that gets no signals of other processes. The thread ends with the process.
/// A crash in it is one of the suite (see system/backtrace.hpp). Throws
/// std::system_error if no thread can start, for example at the limit of their number.
void run_beside(std::function<void()> function);

/// Empty if `count` more files can be opened; otherwise a message.
std::string lack_of_descriptors(std::size_t count);

/// Opens /dev/null for closed standard streams, so that no other file gets their numbers. The streams stay
/// unusable.
void occupy_closed_streams();

/// The path of this program; empty if unknown.
std::string own_program();

/// A folder that is deleted with this object. If the process ends in another way, a second process deletes
/// it. It must be created before the process starts threads.
class WatchedFolder {
 public:
  /// Creates a folder for temporary files, whose name begins with `name`.
  explicit WatchedFolder(const std::string& name);
  WatchedFolder(const WatchedFolder&) = delete;
  WatchedFolder& operator=(const WatchedFolder&) = delete;
  ~WatchedFolder();
  /// Empty if it could not be created.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int watched_ = -1;  ///< the system closes it when this process ends
};

}  // namespace wgcts::system

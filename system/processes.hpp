// This process, those that it starts, and what they may use.
#pragma once

#include <cstddef>
#include <string>

#include "layers.hpp"

namespace wgcts::system {

/// Ends a process and all that it started, at once. It must lead a process group of its own.
void kill_group(int process);

/// From here on this process is killed when the one that started it ends, however that ends.
void end_with_parent();

/// Whether so many files can be opened beside those that are open: an empty text, or why not, in a sentence.
std::string lack_of_descriptors(std::size_t count);

/// Gives standard streams that are closed a file, so that nothing else gets their numbers. They stay
/// unusable.
void occupy_closed_streams();

/// This program's own file; empty where the system does not tell.
std::string own_program();

/// A folder that is there until this object goes, or the process ends, whatever ends it: another process
/// keeps watch. To be made before the process has threads.
class WatchedFolder {
 public:
  /// Makes one in the system's folder for temporary files; its name begins with `name`.
  explicit WatchedFolder(const std::string& name);
  WatchedFolder(const WatchedFolder&) = delete;
  WatchedFolder& operator=(const WatchedFolder&) = delete;
  ~WatchedFolder();
  /// Empty where none could be made.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int watched_ = -1;  ///< closed by the end of this process, whichever it is
};

}  // namespace wgcts::system

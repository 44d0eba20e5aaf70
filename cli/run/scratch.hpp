// A folder for what drivers leave behind.
#pragma once

#include <string>

#include "layers.hpp"

namespace wgcts::cli {

/// A folder that is there until this goes, or the process ends, whatever ends it: another process keeps
/// watch. To be made before the process has threads.
class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();
  /// Empty where none could be made.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int watched_ = -1;  ///< closed by the end of this process, whichever it is
};

/// The one of this process, which lives as long as the program.
const std::string& scratch_folder();

}  // namespace wgcts::cli

// Where a command reads and writes: no file is lost to a slip of the hand.
#pragma once

#include <string>
#include <vector>

#include "layers.hpp"

namespace wgcts::cli {

/// A path as the command line names it, "-" for a standard stream, and what it is there.
struct NamedPath {
  std::string what;  ///< "--json", "the baseline"
  std::string path;  ///< empty where none was named
};

/// Throws UsageError where two outputs go to one place or one goes where something is kept that the command
/// needs; std::runtime_error where one cannot be written. Asked before any work, so that none is in vain.
void check_output_paths(const std::vector<NamedPath>& outputs, const std::vector<NamedPath>& kept);

}  // namespace wgcts::cli

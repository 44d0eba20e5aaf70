// Checks of the files that a command reads and writes, so that a typing error does not overwrite a file.
#pragma once

#include <string>
#include <vector>

#include "layers.hpp"

namespace wgcts::cli {

/// A path from the command line, "-" for a standard stream, with its role.
struct NamedPath {
  std::string what;  ///< "--json", "the baseline"
  std::string path;  ///< empty if not given
};

/// Throws UsageError if two outputs go to the same file, or if an output would overwrite one of the `kept`
/// files. Throws std::runtime_error if an output cannot be written. Call it before the work, so that no work
/// is lost.
void check_output_paths(const std::vector<NamedPath>& outputs, const std::vector<NamedPath>& kept);

}  // namespace wgcts::cli

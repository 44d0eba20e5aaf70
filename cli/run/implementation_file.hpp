// The file of --implementation.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/options/options.hpp"
#include "harness/program/implementation.hpp"

namespace wgcts::cli {

/// The build options from --implementation-include and --implementation-option. Throws UsageError if an
/// include path is not a folder, or has a space, which build options cannot contain.
std::string implementation_build_options(const Options& options);

/// Reads an OpenCL C file or a SPIR-V module; the file may be a pipe. The digest covers the build options and
/// every file below the include folders, because macros select the included ones. Throws UsageError for other
/// files: a folder, an empty, unreadable or endless file, a text with NUL bytes, a truncated module.
harness::Implementation read_implementation(const std::string& file, const std::string& build_options);

/// The first error in a compiler's log, with its source line and caret, and the number of further errors.
std::vector<std::string> first_error(const std::string& log);

/// Throws UsageError if the implementation is a module, and no selected case can be linked to it. Accepts an
/// empty selection, because a soak draws its cases later.
void require_modules(const DeviceFacts& device, std::span<const Case> selected);

}  // namespace wgcts::cli

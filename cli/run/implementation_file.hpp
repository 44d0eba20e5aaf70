// What --implementation names.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/options/options.hpp"
#include "harness/program/implementation.hpp"

namespace wgcts::cli {

/// The build options that --implementation-include and --implementation-option come to. Throws UsageError for
/// what is no folder, and for a path with a space, which build options cannot hold.
std::string implementation_build_options(const Options& options);

/// Reads a file of OpenCL C, or a SPIR-V module, which may be a pipe. Its digest covers the build options and,
/// since what a text includes may depend on macros, every file below the folders that -I names in them.
/// Throws UsageError, with one sentence, for what is neither: a folder, nothing, something that cannot be read
/// or has no end, a text with bytes that no text has, a module that is cut off.
harness::Implementation read_implementation(const std::string& file, const std::string& build_options);

/// The lines of a compiler's log that a person reads first: the first error with its source line and caret, and
/// how many more there are.
std::vector<std::string> first_error(const std::string& log);

/// Throws UsageError where a module is judged, and none of the selected cases is one that can be linked to
/// it. A soak selects as it goes: nothing is selected yet.
void require_modules(const DeviceFacts& device, std::span<const Case> selected);

}  // namespace wgcts::cli

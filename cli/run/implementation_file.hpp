// What --implementation names.
#pragma once

#include <string>

#include "harness/program/implementation.hpp"

namespace wgcts::cli {

/// Reads a file of OpenCL C, which may be a pipe. Throws UsageError, with one sentence, for what is none: a
/// folder, nothing, something that cannot be read, has no end or holds bytes that no text does.
harness::Implementation read_implementation(const std::string& file);

}  // namespace wgcts::cli

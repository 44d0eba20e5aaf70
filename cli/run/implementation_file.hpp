// What --implementation names.
#pragma once

#include <span>
#include <string>

#include "harness/program/implementation.hpp"

namespace wgcts::cli {

/// Reads a file of OpenCL C, or a SPIR-V module, which may be a pipe. Throws UsageError, with one sentence,
/// for what is neither: a folder, nothing, something that cannot be read or has no end, a text with bytes
/// that no text has, a module that is cut off.
harness::Implementation read_implementation(const std::string& file);

/// Throws UsageError where a module is judged, and none of the selected cases is one that can be linked to
/// it. A soak selects as it goes: nothing is selected yet.
void require_modules(const DeviceFacts& device, std::span<const Case> selected);

}  // namespace wgcts::cli

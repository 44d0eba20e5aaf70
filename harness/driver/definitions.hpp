// The functions that a file of builtins defines, according to a device's compiler.
#pragma once

#include <string>
#include <vector>

#include "harness/driver/opencl.hpp"
#include "harness/driver/stage_reports.hpp"
#include "harness/program/implementation.hpp"

namespace wgcts::harness {

/// The prototypes that the implementation defines on the device, as printed by text_of(). `facts` are those
/// of the device itself. An empty `context` is replaced by a new one. Throws Refusal, with the compiler's
/// log, if the file itself does not compile.
std::vector<std::string> definitions(const cl::Device& device, const DeviceFacts& facts,
                                     const Implementation& implementation, const cl::Context& context,
                                     Progress& progress);

}  // namespace wgcts::harness

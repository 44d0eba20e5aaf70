// What a file of builtins defines, as a device's compiler sees it.
#pragma once

#include <string>
#include <vector>

#include "harness/driver/opencl.hpp"
#include "harness/driver/stage_reports.hpp"
#include "harness/program/implementation.hpp"

namespace wgcts::harness {

/// The prototypes that the implementation defines on the device, as text_of() writes them. `facts` are the
/// device's own. `context` may be empty: one is made then. Throws Refusal, with the compiler's words, where
/// the file itself does not compile.
std::vector<std::string> definitions(const cl::Device& device, const DeviceFacts& facts,
                                     const Implementation& implementation, const cl::Context& context,
                                     Progress& progress);

}  // namespace wgcts::harness

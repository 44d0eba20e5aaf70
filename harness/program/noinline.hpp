// The attribute noinline of functions in programs. OpenCL C does not define it, so a device may reject it.
#pragma once

#include <string>

#include "results/case_result.hpp"

namespace wgcts::harness {

/// Whether the case is a program with such a function.
bool uses_noinline(const Case& c);

/// The observation for a program that fails with the attribute, and passes without it.
std::string noinline_observation(Verdict with);

}  // namespace wgcts::harness

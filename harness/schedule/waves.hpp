// Which cases come first when time is short.
#pragma once

#include <vector>

#include "suites/case.hpp"

namespace wgcts::harness {

/// The cases in waves: those of the smoke profile; those of the standard profile, program by program in the order
/// of suites/launches.hpp, which is that of what they meet for their price; then the rest, breadth first, each wave one local size of every
/// builtin, type, dimension, form and variant. Cases that share a launch are in the same wave.
std::vector<std::vector<Case>> waves_of(const std::vector<Case>& cases);

}  // namespace wgcts::harness

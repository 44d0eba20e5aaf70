// Which cases come first when time is short.
#pragma once

#include <vector>

#include "suites/case.hpp"

namespace wgcts::harness {

/// The cases in waves, breadth first: those of the smoke profile, of the standard profile, then the rest; and
/// of each profile, each wave one local size of every builtin, type, dimension, form and variant. Cases that
/// share a launch are in the same wave.
std::vector<std::vector<Case>> waves_of(const std::vector<Case>& cases);

}  // namespace wgcts::harness

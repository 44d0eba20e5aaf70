// The order of cases when time is short.
#pragma once

#include <vector>

#include "suites/case.hpp"

namespace wgcts::harness {

/// The cases in waves. First the smoke profile. Then the standard profile, program by program in the order of
/// standard_launches(): by covered pairs for their cost. Then the rest, one local size of every builtin,
/// type, dimension, form and variant at a time. Cases that share a launch are in the same wave.
std::vector<std::vector<Case>> waves_of(const std::vector<Case>& cases);

}  // namespace wgcts::harness

// The order of cases when time is short.
#pragma once

#include <vector>

#include "suites/case.hpp"

namespace wgcts::harness {

/// The cases in waves: first the smoke profile; then the standard profile, program by program in the order of
/// standard_launches(), which ranks them by covered pairs for their cost; then the rest, one local size of
/// every builtin, type, dimension, form and variant at a time. Cases that share a launch are in the same
/// wave.
std::vector<std::vector<Case>> waves_of(const std::vector<Case>& cases);

}  // namespace wgcts::harness

// What stands above a reproducer: the bug in words, the rule that it breaks, what was expected and what came.
#pragma once

#include <string>

#include "harness/diagnose/minimal.hpp"

namespace wgcts::reports {

/// A comment of C. `is_long`: there are too many values to list them.
std::string header_text(const Bug& bug, const Specimen& specimen, const DeviceFacts& device, bool is_long);

}  // namespace wgcts::reports

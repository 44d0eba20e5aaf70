// A bug in plain words.
#pragma once

#include <string>

#include "results/bug.hpp"

namespace wgcts::harness {

/// "work_group_all looks at nothing but the lowest bit of each value, in every work-group." `words` are the
/// driver's, or of the first failure.
std::string sentence_of(const Bug& bug, const std::string& words);

}  // namespace wgcts::harness

// A bug in plain words.
#pragma once

#include <string>
#include <string_view>

#include "results/bug.hpp"

namespace wgcts::harness {

/// "work_group_all", for a builtin's name; "a whole program", for what stands there where no builtin alone is
/// to blame.
std::string doer(std::string_view builtin);

/// "work_group_all looks at nothing but the lowest bit of each value, in every work-group." `words` are the
/// driver's, or of the first failure, or of a silence.
std::string sentence_of(const Bug& bug, const std::string& words);

}  // namespace wgcts::harness

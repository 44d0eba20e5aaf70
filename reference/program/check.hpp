// The conditions for a well-formed tree.
#pragma once

#include "reference/program/tree.hpp"

namespace wgcts::reference {

/// Throws IllegalProgram, with a sentence, unless the tree is well formed: types agree, names exist, helpers
/// see their parameters alone, calls go backwards and so never recurse, jumps have a loop to leave. The
/// result of all and any may only be tested, since which non-zero value it has is the device's choice
/// (WGC.U.7); where results are `judged`, it may be stored and passed on as well.
void check(const Program& program, bool judged = false);

}  // namespace wgcts::reference

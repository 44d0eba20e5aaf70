// The conditions for a well-formed tree.
#pragma once

#include "reference/program/tree.hpp"

namespace wgcts::reference {

/// Throws IllegalProgram unless the tree is well formed: types agree, names exist, helpers use only their
/// parameters, functions call only earlier ones and so never recurse, and jumps are inside a loop. The result
/// of all and any may only be tested for zero, because the device chooses the non-zero value (WGC.U.7).
void check(const Program& program);

}  // namespace wgcts::reference

// Which side of a compiler a bug is on, where calls were judged as OpenCL C and as SPIR-V modules.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "results/bug.hpp"
#include "results/case_result.hpp"

namespace wgcts::harness {

/// The code of a row of results::compiler_sides; "" where none of the calls that fail, places in `results`,
/// was judged as OpenCL C and as a SPIR-V module, or they tell different tales. A module has the collectives
/// as instructions (WGC.IL.1): what is wrong in one of the two alone is so in what reads it.
std::string_view compiler_side(const std::vector<std::size_t>& failing, std::span<const CaseResult> results);

/// The conditions but for one that says no more than the side does, that modules pass: with --il and without,
/// a bug has one signature.
Where where_beside(std::string_view side, Where where, const std::vector<std::size_t>& failing,
                   std::span<const CaseResult> results);

}  // namespace wgcts::harness

// Work-groups that slow down others.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "suites/forms/call_writer.hpp"

namespace wgcts::suites {

/// Elements of `keep` for each work-item that hammering() needs.
inline constexpr std::size_t hammered = 4;

/// Of four consecutive work-groups, one first reads local memory, all work-items of a sub-group from the same
/// bank, and one computes independent values. They delay the loads and instructions of the work-groups that
/// call collectives at the same time, in some sub-groups longer than in others (see docs/races.md). The
/// result is in `stop`, which is true only if `one` is 0. That never happens, but a compiler cannot see it.
inline std::string hammering(std::string_view type) {
  return fmt::format(
      "    const uint lanes = {2};\n    const uint lane = {3};\n"
      "    for (uint k = 0; k < {1}; ++k) keep[k * lanes + lane] = ({0})one;\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "    float8 late = (float8)(one);\n"
      "    if (group % 4 == 1)\n"
      "        for (uint k = 0; k < 128 * one; ++k)\n"
      "            late.s0 += (float)((volatile __local {0} *)keep)[(32 * lane + k) % ({1} * lanes)];\n"
      "    if (group % 4 == 3)\n"
      "        for (uint k = 0; k < 1024 * one; ++k) late = late * 0.999f + 0.001f;\n"
      "    const bool stop = one == 0 && late.s0 + late.s1 + late.s2 + late.s3 + late.s4 + late.s5 + late.s6 "
      "+ "
      "late.s7 == 0;\n",
      type, hammered, lanes_text, lane_text);
}

}  // namespace wgcts::suites

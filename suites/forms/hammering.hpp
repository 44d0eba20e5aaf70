// Work-groups that get in the way of others.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "suites/forms/call_writer.hpp"

namespace wgcts::suites {

/// Elements a work-item of `keep` that hammering takes.
inline constexpr std::size_t hammered = 4;

/// Of four work-groups in a row one reads local memory first, all work-items of a sub-group from one bank,
/// and one computes, with no number waiting for another: they hold up the loads and the instructions of those
/// that call meanwhile, of some sub-groups longer than of others (see docs/races.md). What comes of it stands
/// in `stop`, which is true only where `one` is 0, and no compiler knows that to be never.
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

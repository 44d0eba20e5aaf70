// Statements of variants before and after those of the form.
#pragma once

#include <string_view>

#include "layers.hpp"

namespace wgcts::suites {

/// Statements before and after those of the form. At the end they check their own results. If these are
/// wrong, they change the result of the first site.
struct Company {
  std::string_view before, after;
};

namespace company {

/// One work-item prints an empty text, and no work-item prints the number. The compiler cannot know either.
inline constexpr Company prints{"    if (item == two) printf(\"%s\", \"\");\n",
                                "    if (one == 0) printf(\"%u\\n\", (uint)item);\n"};

inline constexpr Company copies{
    "    __local uint copied[3];\n"
    "    event_t copy = async_work_group_copy(copied, from + 3 * group, 3, 0);\n",
    "    wait_group_events(1, &copy);\n"
    "    for (uint d = 0; d < 3; ++d)\n"
    "        if (copied[d] != from[3 * group + d]) out[item] = in[item] + 1;\n"};

inline constexpr Company strides{
    "    __local uint copied[2];\n"
    "    event_t copy = async_work_group_strided_copy(copied, from + 3 * group, 2, 2, 0);\n",
    "    wait_group_events(1, &copy);\n"
    "    for (uint d = 0; d < 2; ++d)\n"
    "        if (copied[d] != from[3 * group + 2 * d]) out[item] = in[item] + 1;\n"};

/// Each work-item increments a counter.
inline constexpr Company atomics{
    "    __local uint met;\n"
    "    if (get_local_id(0) + get_local_id(1) + get_local_id(2) == 0) met = 0;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    atomic_inc(&met);\n",
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (met != get_local_size(0) * get_local_size(1) * get_local_size(2)) out[item] = in[item] + 1;\n"};

/// The first work-item fills an array in local memory. All work-items read it after the calls.
inline constexpr Company shelves{
    "    __local uint shelf[64];\n"
    "    if (get_local_id(0) + get_local_id(1) + get_local_id(2) == 0)\n"
    "        for (uint k = 0; k < 64; ++k) shelf[k] = k ^ (uint)group;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n",
    "    for (uint k = 0; k < 64; ++k)\n"
    "        if (shelf[k] != (k ^ (uint)group)) out[item] = in[item] + 1;\n"};

/// Too large for registers. The compiler does not know the loop step.
inline constexpr Company private_array{
    "    uint own[128];\n"
    "    for (uint k = 0; k < 128; k += one) own[k] = k * (uint)item;\n",
    "    for (uint k = 0; k < 128; k += one)\n"
    "        if (own[k] != k * (uint)item) out[item] = in[item] + 1;\n"};

inline constexpr Company vectors{
    "    uint16 wide = (uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) * two + (uint)item;\n"
    "    float4 four = (float4)(one, two, 3, 4);\n",
    "    if (wide.s0 != (uint)item || wide.s7 != 7 * two + (uint)item || wide.sf != 15 * two + (uint)item "
    "||\n"
    "        four.x + four.y + four.z + four.w != 10)\n"
    "        out[item] = in[item] + 1;\n"};

inline constexpr Company structs{
    "    struct { uchar first; uint second[3]; ushort third; } held = {(uchar)two, {(uint)item, one, two}, "
    "(ushort)one};\n",
    "    if (held.first != 2 || held.second[0] != (uint)item || held.second[2 * one] != 2 || held.third != "
    "1)\n"
    "        out[item] = in[item] + 1;\n"};

inline constexpr Company sub_groups{
    "    const uint joined = sub_group_scan_inclusive_add(one);\n",
    "    if (joined != get_sub_group_local_id() + 1 || sub_group_reduce_add(one) != get_sub_group_size())\n"
    "        out[item] = in[item] + 1;\n"};

/// The work-items fill the `room` words of `rest` and check them later.
inline constexpr Company fills{
    "    const uint fillers = get_local_size(0) * get_local_size(1) * get_local_size(2);\n"
    "    const uint filler = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + "
    "get_local_id(0);\n"
    "    for (uint w = filler; w < room; w += fillers) rest[w] = w ^ (uint)group;\n",
    "    for (uint w = filler; w < room; w += fillers)\n"
    "        if (rest[w] != (w ^ (uint)group)) out[item] = in[item] + 1;\n"};

}  // namespace company

}  // namespace wgcts::suites

// What kernels do beside their collectives: statements before and after the form's own.
#pragma once

#include <string_view>

namespace wgcts::suites {

// Each looks in the end at what it did itself; where that is wrong, the result of the first site becomes so.

/// By one work-item, with nothing to be seen of it; and by none, which no compiler knows.
inline constexpr std::string_view prints_before = "    if (item == two) printf(\"%s\", \"\");\n";
inline constexpr std::string_view prints_after = "    if (one == 0) printf(\"%u\\n\", (uint)item);\n";

inline constexpr std::string_view copies_before =
    "    __local uint copied[3];\n"
    "    event_t copy = async_work_group_copy(copied, from + 3 * group, 3, 0);\n";
inline constexpr std::string_view copies_after =
    "    wait_group_events(1, &copy);\n"
    "    for (uint d = 0; d < 3; ++d)\n"
    "        if (copied[d] != from[3 * group + d]) out[item] = in[item] + 1;\n";

inline constexpr std::string_view sub_groups_before =
    "    const uint joined = sub_group_scan_inclusive_add(one);\n";
inline constexpr std::string_view sub_groups_after =
    "    if (joined != get_sub_group_local_id() + 1 || sub_group_reduce_add(one) != get_sub_group_size())\n"
    "        out[item] = in[item] + 1;\n";

/// `rest` holds `room` words, which the work-items fill and find again.
inline constexpr std::string_view fills_before =
    "    const uint fillers = get_local_size(0) * get_local_size(1) * get_local_size(2);\n"
    "    const uint filler = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + "
    "get_local_id(0);\n"
    "    for (uint w = filler; w < room; w += fillers) rest[w] = w ^ (uint)group;\n";
inline constexpr std::string_view fills_after =
    "    for (uint w = filler; w < room; w += fillers)\n"
    "        if (rest[w] != (w ^ (uint)group)) out[item] = in[item] + 1;\n";

}  // namespace wgcts::suites

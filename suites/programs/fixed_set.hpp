// The programs of the standard profile.
#pragma once

#include <array>
#include <string_view>

namespace wgcts::suites {

/// Names of programs that together have every collective family in every legal place at least twice, with
/// types that every device supports; followed by one program of each other type. A family counts in a program
/// only if wrong results would show. Chosen by tests/suites/programs/choose.cpp.
inline constexpr std::array fixed_set = std::to_array<std::string_view>({
    "program.int.1d.4.19170",       "program.uint.1d.64.12898",    "program.uint.1d.64.19648",
    "program.uint.3d.2x2x2.18820",  "program.float.1d.4.11522",    "program.uint.3d.5x3x2.16915",
    "program.int.2d.2x3.16326",     "program.int.2d.2x3.17106",    "program.float.1d.16.11747",
    "program.float.1d.4.14432",     "program.int.1d.16.16155",     "program.float.3d.2x2x2.15701",
    "program.float.3d.5x3x2.12536", "program.int.2d.2x3.4176",     "program.int.1d.4.505296",
    "program.float.1d.16.4577",     "program.float.1d.16.18557",   "program.int.1d.7.11943",
    "program.uint.2d.2x3.12787",    "program.int.3d.2x2x2.7419",   "program.int.2d.8x4.378",
    "program.uint.2d.2x3.12187",    "program.int.1d.3.7461",       "program.uint.2d.8x4.22219",
    "program.int.2d.2x3.3636",      "program.int.1d.4.3540",       "program.float.2d.8x4.11300",
    "program.int.1d.33.19542",      "program.int.2d.2x3.3996",     "program.uint.1d.64.17188",
    "program.int.1d.4.9450",        "program.uint.1d.7.17284",     "program.float.1d.4.11132",
    "program.uint.1d.64.268",       "program.uint.2d.2x3.5527",    "program.int.2d.2x3.18696",
    "program.float.1d.7.15365",     "program.int.1d.33.13002",     "program.int.1d.16.500142",
    "program.int.1d.7.16443",       "program.float.1d.33.4454",    "program.float.1d.4.11642",
    "program.float.1d.16.2447",     "program.int.3d.5x3x2.9084",   "program.int.3d.2x2x2.16479",
    "program.uint.1d.3.510793",     "program.float.2d.2x3.300256", "program.int.2d.2x3.18636",
    "program.int.1d.64.129",        "program.long.1d.16.615",      "program.ulong.3d.2x2x2.363",
    "program.double.1d.7.1101",     "program.half.1d.7.251",
});

}  // namespace wgcts::suites

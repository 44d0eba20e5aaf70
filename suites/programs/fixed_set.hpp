// The programs that the standard profile runs.
#pragma once

#include <array>
#include <string_view>

namespace wgcts::suites {

/// Names of programs that together hold every collective family at every place where it can stand, at least
/// twice, those of types that every device has alone; then some of each further type. A family counts in
/// programs that show its wrong answers. Chosen by tests/suites/programs/choose.cpp.
inline constexpr std::array fixed_set = std::to_array<std::string_view>({
    "program.uint.1d.7.7174",       "program.int.2d.2x3.15336",    "program.int.3d.5x3x2.13794",
    "program.float.3d.5x3x2.6296",  "program.uint.2d.8x4.13489",   "program.uint.3d.5x3x2.17635",
    "program.uint.3d.5x3x2.8245",   "program.uint.3d.5x3x2.12145", "program.int.1d.33.6372",
    "program.uint.1d.64.19648",     "program.uint.3d.2x2x2.18820", "program.float.1d.33.584",
    "program.int.1d.7.11943",       "program.uint.1d.64.5098",     "program.int.1d.7.18633",
    "program.float.1d.33.16364",    "program.int.3d.5x3x2.7884",   "program.int.1d.16.16155",
    "program.float.2d.2x3.8528",    "program.float.3d.2x2x2.4001", "program.uint.1d.64.268",
    "program.uint.1d.3.18022",      "program.int.3d.5x3x2.14874",  "program.uint.1d.3.7792",
    "program.uint.2d.8x4.7729",     "program.float.1d.3.2783",     "program.int.1d.33.6642",
    "program.uint.3d.5x3x2.8665",   "program.int.1d.64.9267",      "program.float.2d.2x3.1478",
    "program.float.1d.33.4094",     "program.int.1d.33.14622",     "program.uint.1d.3.18232",
    "program.float.3d.2x2x2.17681", "program.float.1d.16.11747",   "program.float.1d.4.11522",
    "program.float.1d.33.12824",    "program.uint.2d.8x4.9829",    "program.uint.1d.7.6784",
    "program.uint.1d.16.3736",      "program.int.1d.3.11781",      "program.int.1d.33.19542",
    "program.uint.2d.2x3.8977",     "program.int.2d.2x3.3636",     "program.int.2d.2x3.17106",
    "program.long.1d.4.0",          "program.long.1d.16.615",      "program.long.2d.8x4.1176",
    "program.ulong.3d.2x2x2.263",   "program.ulong.3d.2x2x2.793",  "program.ulong.2d.2x3.1182",
    "program.double.2d.8x4.106",    "program.double.1d.64.559",    "program.double.1d.7.1101",
    "program.half.1d.4.90",         "program.half.1d.7.531",       "program.half.3d.2x2x2.1023",
});

}  // namespace wgcts::suites

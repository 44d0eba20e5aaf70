// The programs that the standard profile runs.
#pragma once

#include <array>
#include <string_view>

namespace wgcts::suites {

/// Names of programs that together hold every collective family at every place where it can stand, at least
/// twice, those of types that every device has alone; then one of each further type. A family counts in
/// programs that show its wrong answers. Chosen by tests/suites/programs/choose.cpp.
inline constexpr std::array fixed_set = std::to_array<std::string_view>({
    "program.uint.3d.2x2x2.18820", "program.int.1d.7.9033",      "program.float.1d.4.11522",
    "program.uint.1d.64.12898",    "program.uint.1d.7.6784",     "program.int.2d.2x3.16326",
    "program.uint.3d.5x3x2.16915", "program.uint.1d.64.19648",   "program.uint.1d.7.16564",
    "program.float.1d.33.12824",   "program.uint.1d.64.18688",   "program.float.1d.64.14939",
    "program.uint.1d.7.6364",      "program.int.2d.8x4.378",     "program.int.1d.16.16155",
    "program.uint.1d.3.592",       "program.uint.1d.64.8638",    "program.uint.1d.4.13561",
    "program.float.1d.16.11747",   "program.uint.2d.2x3.8977",   "program.float.1d.16.18557",
    "program.float.1d.7.2075",     "program.uint.1d.64.5098",    "program.float.1d.64.6899",
    "program.uint.1d.64.268",      "program.float.2d.8x4.17480", "program.uint.3d.5x3x2.13195",
    "program.int.2d.2x3.18696",    "program.int.1d.4.3540",      "program.int.1d.7.11943",
    "program.uint.3d.5x3x2.16885", "program.int.1d.4.1830",      "program.uint.1d.7.17284",
    "program.float.1d.4.2462",     "program.float.1d.4.14432",   "program.uint.1d.64.15538",
    "program.uint.2d.8x4.13759",   "program.uint.2d.2x3.18277",  "program.uint.1d.64.15448",
    "program.int.2d.8x4.17298",    "program.int.1d.33.13002",    "program.int.3d.5x3x2.9084",
    "program.int.1d.64.11037",     "program.int.2d.2x3.18636",   "program.long.1d.4.0",
    "program.ulong.1d.16.115",     "program.double.1d.33.24",    "program.half.1d.7.251",
});

}  // namespace wgcts::suites

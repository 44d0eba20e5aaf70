// The programs that the standard profile runs.
#pragma once

#include <array>
#include <string_view>

namespace wgcts::suites {

/// Names of programs that together hold every collective family at every place where it can stand, at least
/// twice, those of types that every device has alone; then some of each further type. Chosen by
/// tests/suites/programs/choose.cpp.
inline constexpr std::array fixed_set = std::to_array<std::string_view>({
    "program.int.3d.2x2x2.4389",    "program.uint.3d.2x2x2.16720", "program.int.3d.5x3x2.20844",
    "program.uint.1d.33.5053",      "program.uint.1d.3.5872",      "program.uint.1d.3.13672",
    "program.int.1d.3.5061",        "program.float.3d.2x2x2.3431", "program.uint.1d.16.10276",
    "program.int.1d.64.2487",       "program.int.1d.3.81",         "program.float.3d.2x2x2.17501",
    "program.uint.3d.2x2x2.19600",  "program.int.3d.5x3x2.774",    "program.int.1d.64.1407",
    "program.int.2d.8x4.858",       "program.uint.2d.2x3.2227",    "program.int.2d.8x4.2298",
    "program.uint.2d.2x3.22597",    "program.float.1d.7.665",      "program.int.3d.5x3x2.6114",
    "program.uint.3d.5x3x2.16915",  "program.uint.3d.5x3x2.18355", "program.uint.2d.2x3.18847",
    "program.int.1d.3.2871",        "program.float.1d.7.3335",     "program.float.1d.7.4475",
    "program.float.1d.7.185",       "program.float.2d.2x3.188",    "program.float.1d.33.254",
    "program.uint.2d.8x4.409",      "program.int.1d.3.411",        "program.float.1d.4.662",
    "program.int.1d.3.6021",        "program.uint.1d.16.6436",     "program.long.1d.64.9",
    "program.long.2d.2x3.492",      "program.long.1d.64.859",      "program.long.1d.16.1265",
    "program.ulong.1d.4.120",       "program.ulong.2d.8x4.576",    "program.ulong.2d.2x3.1022",
    "program.ulong.3d.2x2x2.1313",  "program.double.1d.64.339",    "program.double.3d.2x2x2.523",
    "program.double.3d.2x2x2.1113", "program.double.2d.8x4.1386",  "program.half.1d.3.67",
    "program.half.3d.2x2x2.703",    "program.half.1d.64.1119",     "program.half.2d.2x3.1322",
});

}  // namespace wgcts::suites

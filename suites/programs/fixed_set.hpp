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

/// Programs of that set under variants. Each row of a variant that programs can have is met by three of them. A
/// row that many devices lack is met by two, in cases of its own. Written by tests/suites/programs/vary.cpp.
inline constexpr std::array fixed_set_under_variants = std::to_array<std::string_view>({
    "program.int.2d.2x3.18636.offset.relaunched",
    "program.int.2d.2x3.18696.reqd.typehint.cloned",
    "program.uint.1d.3.510793.partition.fastmath",
    "program.uint.1d.64.268.partition.fastmath",
    "program.uint.2d.2x3.12187.sizehint.partition.fastmath",
    "program.int.2d.2x3.3996.reloaded.finitemath.singleconst.noopt",
    "program.int.1d.4.3540.reloaded.finitemath.singleconst.noopt",
    "program.int.1d.4.9450.offset.reloaded.finitemath.singleconst.noopt",
    "program.uint.2d.8x4.22219.reqd.typehint.unordered",
    "program.uint.1d.64.17188.threads",
    "program.uint.3d.5x3x2.16915.svm",
    "program.int.1d.64.129.sizehint.relaunched.unsafemath",
    "program.int.2d.2x3.18636.cloned.unsafemath",
    "program.int.2d.2x3.18696.unordered.unsafemath",
    "program.uint.1d.3.510793.offset.threads.flushed.debug",
    "program.uint.1d.64.268.reqd.typehint.svm.flushed.debug",
    "program.uint.2d.2x3.12187.relaunched.flushed.debug",
    "program.int.2d.2x3.3996.cloned.unsignedzeros",
    "program.int.1d.4.3540.sizehint.unordered.unsignedzeros",
    "program.int.1d.4.9450.threads.unsignedzeros",
    "program.uint.2d.8x4.22219.svm",
    "program.int.1d.64.129.remainder",
    "program.int.2d.2x3.18636.remainder",
    "program.uint.1d.3.510793.subgroup8",
    "program.uint.1d.64.268.subgroup8",
    "program.int.2d.2x3.18696.subgroup16",
    "program.int.2d.2x3.3996.subgroup16",
    "program.uint.2d.2x3.12187.cl20",
    "program.uint.2d.8x4.22219.cl20",
    "program.int.1d.4.3540.cl31",
    "program.int.1d.4.9450.cl31",
    "program.uint.1d.64.17188.uniformsize",
    "program.uint.3d.5x3x2.16915.uniformsize",
    "program.int.1d.64.129.noifp",
    "program.int.2d.2x3.18636.noifp",
});

/// Programs that call the collectives of cl_khr_work_group_uniform_arithmetic, for devices that have it. They
/// show wrong answers of each operation, in two programs at least. Written by the same tool.
inline constexpr std::array fixed_set_of_uniform_arithmetic = std::to_array<std::string_view>({
    "program.uint.1d.16.1.uniform",
    "program.int.2d.2x3.2.uniform",
    "program.uint.3d.2x2x2.3.uniform",
    "program.int.1d.33.4.uniform",
    "program.uint.1d.16.7.uniform",
    "program.int.2d.2x3.8.uniform",
    "program.int.1d.33.10.uniform",
    "program.int.1d.4.12.uniform",
    "program.int.2d.2x3.20.uniform",
    "program.uint.3d.2x2x2.21.uniform",
    "program.int.1d.4.36.uniform",
});

}  // namespace wgcts::suites

// The form `chain`: all builtins of a type in one kernel. It has most sizes of the plan.
#include "suites/forms/call_writer.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::suites::forms::chain {
namespace {

using enum Profile;

std::string body(std::span<const CallWriter> builtins) {
  std::string text(under_macro_begin);
  for (const CallWriter& b : builtins)
    text += fmt::format("    {} r{} = {};\n", b.type, b.number, b.call("0", b.load("0")));
  for (const CallWriter& b : builtins) text += "    " + b.store("0", fmt::format("r{}", b.number));
  return text.append(under_macro_end);
}

// This kernel tests many builtins for one compilation, so it has the sizes and the variants of the plan. The
// sizes are 1 and 2, for which drivers have special code; sizes near 8, 16, 32, 64, 128 and 256, where
// sub-groups and scratch memory end; primes and other non-powers of two, for tails; and the largest. In two
// and three dimensions extents differ, so that swapped x, y and z show, and some are 1.
constexpr PlanRow rows[] = {
    // Smoke: each builtin and type in each dimension, here or in `nested`, and each type once at the sizes
    // with special code in drivers. Launches of a compiled kernel cost little.
    {Smoke, "", {"33"}, "half int long ulong double"},
    {Smoke, "", {"64"}, "float"},
    {Smoke, "", {"", "7x5 1x13"}, "half"},
    {Smoke, "", {"", "", "3x5x7"}, "int uint ulong float"},
    {Smoke, "", {"1 7 max"}, "int"},
    {Smoke, "", {"2 max"}, "long float"},
    {Smoke, "", {"1 max"}, "half"},
    {Smoke, "", {"1 257"}, "ulong"},
    {Smoke, "", {"2 257"}, "double"},
    {Smoke, "", {"", "", "1x1x1 1x16x3 max"}, "uint"},
    {Smoke, "offset", {"", "", "3x5x7"}, "int uint ulong float"},
    {Smoke, "offset33", {"33"}, "int long double"},
    {Smoke, "offset33", {"", "", "3x5x7"}, "uint"},
    {Smoke, "remainder", {"", "", "3x5x7"}, "int uint ulong float"},
    {Smoke, "crowd", {"33"}, "int"},
    {Smoke, "crowd", {"", "", "3x5x7"}, "uint float"},
    {Smoke, "relaunched", {"33"}, "int"},
    {Smoke, "cloned", {"64"}, "float"},
    {Smoke, "unordered", {"", "", "3x5x7"}, "int"},
    {Smoke, "threads", {"64"}, "float"},
    {Smoke, "svm", {"33"}, "double"},
    // Variants with a kernel of their own have one dimension of a type, if possible.
    {Smoke, "noopt", {"", "7x11"}, "int long"},
    {Smoke, "cl20", {"", "", "1x16x3"}, "int"},
    {Smoke, "library", {"33"}, "int"},
    {Smoke, "unsized", {"", "8x8"}, "float"},
    {Smoke, "printing", {"", "7x5"}, "uint"},
    {Smoke, "copying", {"33"}, "float"},
    {Smoke, "reqd", {"", "7x5"}, "int"},
    {Smoke, "fastmath", {"33"}, "float"},
    {Smoke, "flushed", {"33"}, "float"},
    {Smoke, "finitemath", {"", "7x5"}, "double"},
    {Smoke, "uniformsize", {"33"}, "int"},

    {Standard, "", {"33 7 64 257 max 2 1", "7x5 8x8 6x37 max 1x1", "3x5x7 4x3x5 16x2x32 max 1x1x1"}},
    {Standard,
     "",
     {"3 48 65 96 127 128 256 1024", "5x3 1x13 33x2 1x64 13x7 32x8 31x33 2x1",
      "1x3x1 1x1x65 8x4x2 31x1x1 5x9x6 1x2x1"},
     "",
     Spread::Third},
    {Full,
     "",
     {"6 15 17 31 63 100 250 255 511 512 1000", "7x1 3x3 16x2 2x16 10x10 3x85 128x2 16x64",
      "2x2x2 2x3x4 1x9x1 7x7x7 2x2x63 4x8x8 8x8x16"}},
    {Standard, "offset", {"129", "6x5", "4x3x5"}},
    {Full, "offset", {"48", "3x43", "4x3x11"}},
    {Standard, "remainder", {"64 100", "8x8 7x20", "4x4x4 3x5x9"}},
    {Standard, "crowd", {"16", "6x3", "2x3x4"}, "", Spread::Third},
    {Standard, "saturated", {"257", "6x37", "16x2x32"}, "", Spread::Third},
    {Full, "saturated", {"64 128 256 512 max", "8x8 32x8 16x32 max", "4x4x8 8x8x4 8x16x4 max"}},
    {Standard, "noopt", {"33", "7x11", "4x3x5"}, "", Spread::Third},
    {Full, "noopt", {"257", "32x3", "5x3x16"}},
    // Such an option may change how a compiler lowers one operation of one type. The launches of
    // suites/launches combine options and types with families, not with each operation of a family. Some
    // such faults also need three dimensions, more than 64 work-items, or whole sub-groups.
    {Standard, "fastmath finitemath unsafemath flushed unsignedzeros", {"33"}, "half float double"},
    // For most builtins, the sizes 100 and 16x3 are only here. So is each operation and type without
    // optimiser in two dimensions, on a device without OpenCL C 3.1.
    {Standard, "cl31 noifp", {"33", "", "4x6x4"}, "half int uint long ulong float double"},
    {Standard, "noopt", {"33", "16x6", "4x6x4"}, "half int uint long ulong float double"},
    {Standard, "cl20", {"100", "16x6", "4x6x4"}, "half int uint long ulong float double"},
    {Standard, "remainder", {"64", "16x3", "4x3x5"}, "half int uint long ulong float double"},
    {Standard, "cl20", {"100", "10x7", "5x3x4"}, "", Spread::Third},
    {Full, "cl20", {"300", "3x100", "5x8x7"}},
    {Full, "il", {"100", "10x7", "5x3x4"}},
    {Standard, "cl31", {"100", "10x7", "5x3x4"}, "", Spread::Third},
    {Full, "cl31", {"300", "3x100", "5x8x7"}},

    // Below full, suites/launches have these variants, with other values.
    {Full, "offset31 offset32 offset33", {"129", "6x5", "4x3x5"}},
    {Full, "relaunched cloned unordered threads svm", {"33", "7x5", "3x5x7"}},
    {Full, "unsized", {"64", "8x8", "4x4x4"}},
    {Full,
     "sizehint typehint printing copying subgroups brimful striding atomics shelved arrays vectors structs "
     "subgroup4 subgroup8 subgroup16 subgroup32 subgroup64 partition reloaded linked library fastmath "
     "finitemath unsafemath flushed unsignedzeros singleconst uniformsize noifp debug",
     {"33", "7x5", "3x5x7"}},
};

}  // namespace

Form form() {
  return {.plan = "all collectives of a type in a row; the results are stored after the last call",
          .rank = 0,
          .sharing = KernelSharing::Type,
          .body = body,
          .straight = true,
          .under_feature_macro = true,
          .walk = 256,
          .rows = rows};
}

}  // namespace wgcts::suites::forms::chain

// The form `chain`: all builtins of a type in one kernel. It stands for the sizes.
#include "suites/forms/call_writer.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::suites::forms {
namespace {

using enum Profile;

std::string body(std::span<const CallWriter> builtins) {
  std::string text(under_macro_begin);
  for (const CallWriter& b : builtins)
    text += fmt::format("    {} r{} = {};\n", b.type, b.number, b.call("0", b.load("0")));
  for (const CallWriter& b : builtins) text += "    " + b.store("0", fmt::format("r{}", b.number));
  return text.append(under_macro_end);
}

// The plainest kernel for much data stands for the sizes: 1 and 2, which drivers treat apart; around 8, 16,
// 32, 64, 128 and 256, where sub-groups and scratch memory end; primes and other non-powers of two, for
// tails; the largest there is. In two and three dimensions extents differ, so that x, y and z cannot be
// swapped unseen, and some are 1. It stands for the variants too.
constexpr PlanRow rows[] = {
    // The first seconds: each builtin and type in each dimension, here or in `nested`, and each type once at
    // what drivers treat apart. Launches of a kernel that is compiled already cost little.
    {Smoke, plain_variant, Spread::All, {"33", "", ""}, "half int long ulong double"},
    {Smoke, plain_variant, Spread::All, {"64", "", ""}, "float"},
    {Smoke, plain_variant, Spread::All, {"", "7x5 1x13", ""}, "half"},
    {Smoke, plain_variant, Spread::All, {"", "", "3x5x7"}, "int uint ulong float"},
    {Smoke, plain_variant, Spread::All, {"1 7 max", "", ""}, "int"},
    {Smoke, plain_variant, Spread::All, {"2 max", "", ""}, "long float"},
    {Smoke, plain_variant, Spread::All, {"1 max", "", ""}, "half"},
    {Smoke, plain_variant, Spread::All, {"1 257", "", ""}, "ulong"},
    {Smoke, plain_variant, Spread::All, {"2 257", "", ""}, "double"},
    {Smoke, plain_variant, Spread::All, {"", "", "1x1x1 1x16x3 max"}, "uint"},
    {Smoke, variant("offset"), Spread::All, {"", "", "3x5x7"}, "int uint ulong float"},
    {Smoke, variant("offset33"), Spread::All, {"33", "", ""}, "int long double"},
    {Smoke, variant("offset33"), Spread::All, {"", "", "3x5x7"}, "uint"},
    {Smoke, variant("remainder"), Spread::All, {"", "", "3x5x7"}, "int uint ulong float"},
    {Smoke, variant("crowd"), Spread::All, {"33", "", ""}, "int"},
    {Smoke, variant("crowd"), Spread::All, {"", "", "3x5x7"}, "uint float"},
    {Smoke, variant("relaunched"), Spread::All, {"33", "", ""}, "int"},
    {Smoke, variant("cloned"), Spread::All, {"64", "", ""}, "float"},
    {Smoke, variant("unordered"), Spread::All, {"", "", "3x5x7"}, "int"},
    {Smoke, variant("threads"), Spread::All, {"64", "", ""}, "float"},
    {Smoke, variant("svm"), Spread::All, {"33", "", ""}, "double"},
    // What takes a kernel of its own stands for one of a type's dimensions, as far as that goes.
    {Smoke, variant("noopt"), Spread::All, {"", "7x11", ""}, "int long"},
    {Smoke, variant("cl20"), Spread::All, {"", "", "1x16x3"}, "int"},
    {Smoke, variant("library"), Spread::All, {"33", "", ""}, "int"},
    {Smoke, variant("unsized"), Spread::All, {"", "8x8", ""}, "float"},
    {Smoke, variant("printing"), Spread::All, {"", "7x5", ""}, "uint"},
    {Smoke, variant("copying"), Spread::All, {"33", "", ""}, "float"},
    {Smoke, variant("reqd"), Spread::All, {"", "7x5", ""}, "int"},
    {Smoke, variant("fastmath"), Spread::All, {"33", "", ""}, "float"},
    {Smoke, variant("flushed"), Spread::All, {"33", "", ""}, "float"},
    {Smoke, variant("finitemath"), Spread::All, {"", "7x5", ""}, "double"},
    {Smoke, variant("uniformsize"), Spread::All, {"33", "", ""}, "int"},

    {Standard,
     plain_variant,
     Spread::All,
     {"33 7 64 257 max 2 1", "7x5 8x8 6x37 max 1x1", "3x5x7 4x3x5 16x2x32 max 1x1x1"}},
    {Standard,
     plain_variant,
     Spread::Third,
     {"3 48 65 96 127 128 256 1024", "5x3 1x13 33x2 1x64 13x7 32x8 31x33 2x1",
      "1x3x1 1x1x65 8x4x2 31x1x1 5x9x6 1x2x1"}},
    {Full,
     plain_variant,
     Spread::All,
     {"6 15 17 31 63 100 250 255 511 512 1000", "7x1 3x3 16x2 2x16 10x10 3x85 128x2 16x64",
      "2x2x2 2x3x4 1x9x1 7x7x7 2x2x63 4x8x8 8x8x16"}},
    {Standard, variant("offset"), Spread::All, {"129", "6x5", "4x3x5"}},
    {Full, variant("offset"), Spread::All, {"48", "3x43", "4x3x11"}},
    {Standard, variant("remainder"), Spread::All, {"64 100", "8x8 7x20", "4x4x4 3x5x9"}},
    {Standard, variant("crowd"), Spread::Third, {"16", "6x3", "2x3x4"}},
    {Standard, variant("saturated"), Spread::Third, {"257", "6x37", "16x2x32"}},
    {Full,
     variant("saturated"),
     Spread::All,
     {"64 128 256 512 max", "8x8 32x8 16x32 max", "4x4x8 8x8x4 8x16x4 max"}},
    {Standard, variant("noopt"), Spread::Third, {"33", "7x11", "4x3x5"}},
    {Full, variant("noopt"), Spread::All, {"257", "32x3", "5x3x16"}},
    {Standard, variant("cl20"), Spread::Third, {"100", "10x7", "5x3x4"}},
    {Full, variant("cl20"), Spread::All, {"300", "3x100", "5x8x7"}},
    {Full, variant("il"), Spread::All, {"100", "10x7", "5x3x4"}},
    {Standard, variant("cl31"), Spread::Third, {"100", "10x7", "5x3x4"}},
    {Full, variant("cl31"), Spread::All, {"300", "3x100", "5x8x7"}},

    // Situations that share program and kernel with the rows above, at sizes that were compiled for them.
    {Standard, variant("offset31"), Spread::Third, {"129", "6x5", "4x3x5"}, "int"},
    {Standard, variant("offset32"), Spread::Third, {"129", "6x5", "4x3x5"}, "uint double"},
    {Standard, variant("offset33"), Spread::Third, {"129", "6x5", "4x3x5"}, "long"},
    {Standard, variant("relaunched"), Spread::Third, {"33", "7x5", "3x5x7"}, "int float"},
    {Standard, variant("cloned"), Spread::Third, {"33", "7x5", "3x5x7"}, "int"},
    {Standard, variant("unordered"), Spread::Third, {"33", "7x5", "3x5x7"}, "int float"},
    {Standard, variant("threads"), Spread::Third, {"33", "7x5", "3x5x7"}, "int"},
    {Standard, variant("svm"), Spread::Third, {"33", "7x5", "3x5x7"}, "int double"},

    // Each of these costs a kernel or a program: one of a type, or of a few.
    {Standard, variant("unsized"), Spread::Third, {"64", "8x8", "4x4x4"}, "int float"},
    {Standard, variant("sizehint"), Spread::Third, {"33", "7x5", "3x5x7"}, "uint"},
    {Standard, variant("typehint"), Spread::Third, {"33", "7x5", "3x5x7"}, "float"},
    {Standard, variant("printing"), Spread::Third, {"33", "7x5", "3x5x7"}, "uint"},
    {Standard, variant("copying"), Spread::Third, {"33", "7x5", "3x5x7"}, "float"},
    {Standard, variant("subgroups"), Spread::Third, {"33", "7x5", "3x5x7"}, "int"},
    {Standard, variant("brimful"), Spread::Third, {"33", "7x5", "3x5x7"}, "int"},
    {Full, variant("striding"), Spread::Third, {"33", "7x5", "3x5x7"}},
    {Full, variant("atomics"), Spread::Third, {"33", "7x5", "3x5x7"}},
    {Full, variant("shelved"), Spread::Third, {"33", "7x5", "3x5x7"}},
    {Full, variant("arrays"), Spread::Third, {"33", "7x5", "3x5x7"}},
    {Full, variant("vectors"), Spread::Third, {"33", "7x5", "3x5x7"}},
    {Full, variant("structs"), Spread::Third, {"33", "7x5", "3x5x7"}},
    {Full, variant("subgroup4"), Spread::Third, {"33", "7x5", "3x5x7"}, "long"},
    {Full, variant("subgroup8"), Spread::Third, {"33", "7x5", "3x5x7"}, "ulong"},
    {Standard, variant("subgroup16"), Spread::Third, {"33", "7x5", "3x5x7"}, "int"},
    {Full, variant("subgroup32"), Spread::Third, {"33", "7x5", "3x5x7"}, "uint"},
    {Full, variant("subgroup64"), Spread::Third, {"33", "7x5", "3x5x7"}, "int"},
    {Standard, variant("partition"), Spread::Third, {"33", "7x5", "3x5x7"}, "int"},
    {Standard, variant("reloaded"), Spread::Third, {"33", "7x5", "3x5x7"}, "int double"},
    {Standard, variant("linked"), Spread::Third, {"33", "7x5", "3x5x7"}, "int"},
    {Standard, variant("library"), Spread::Third, {"33", "7x5", "3x5x7"}, "int"},
    {Standard, variant("fastmath"), Spread::Third, {"33", "7x5", "3x5x7"}, "float"},
    {Standard, variant("finitemath"), Spread::Third, {"33", "7x5", "3x5x7"}, "double"},
    {Standard, variant("unsafemath"), Spread::Third, {"33", "7x5", "3x5x7"}, "float"},
    {Standard, variant("flushed"), Spread::Third, {"33", "7x5", "3x5x7"}, "float"},
    {Standard, variant("unsignedzeros"), Spread::Third, {"33", "7x5", "3x5x7"}, "double"},
    {Standard, variant("singleconst"), Spread::Third, {"33", "7x5", "3x5x7"}, "double"},
    {Standard, variant("uniformsize"), Spread::Third, {"33", "7x5", "3x5x7"}, "int"},
    {Standard, variant("noifp"), Spread::Third, {"33", "7x5", "3x5x7"}, "long"},
    {Standard, variant("debug"), Spread::Third, {"33", "7x5", "3x5x7"}, "int"},
};

}  // namespace

/// Other forms ask how a call stands; this one how calls stand together.
Form chain() {
  return {.plan = "all collectives of a type back to back, results stored after the last",
          .rank = 0,
          .sharing = KernelSharing::Type,
          .body = body,
          .straight = true,
          .under_feature_macro = true,
          .walk = 256,
          .rows = rows};
}

}  // namespace wgcts::suites::forms

// Written by scripts/worth from what scripts/faults saw: do not edit.
//
// What is compiled for a form under a variant, in the order in which it is worth its time once the smoke
// profile has run: faults that nothing before it shows, for a second of the driver's compiler. What stands in
// no row comes behind them. Seen were 56 faults.
#pragma once

#include <array>
#include <string_view>

#include "layers.hpp"

namespace wgcts::harness {

struct Worth {
  std::string_view form, variant;  ///< by name; launches that share its kernels are of the plain variant
  unsigned faults;                 ///< that nothing before it shows
  unsigned milliseconds;           ///< about what it takes
};

inline constexpr std::array<Worth, 32> by_worth{{
    {"chain", "singleconst", 4, 232},
    {"chain", "typehint", 2, 232},
    {"chain", "finitemath", 2, 232},
    {"chain", "unsafemath", 1, 232},
    {"chain", "sizehint", 1, 232},
    {"chain", "subgroup16", 1, 252},
    {"chain", "partition", 1, 252},
    {"chain", "uniformsize", 2, 444},
    {"solo", "reqd", 1, 482},
    {"chain", "fastmath", 0, 232},
    {"chain", "flushed", 0, 232},
    {"chain", "unsignedzeros", 0, 232},
    {"chain", "noifp", 0, 232},
    {"chain", "linked", 0, 252},
    {"chain", "debug", 0, 252},
    {"twice", "", 2, 1828},
    {"branch", "", 6, 4932},
    {"derived", "", 2, 1928},
    {"chain", "library", 0, 444},
    {"chain", "reloaded", 0, 484},
    {"constant", "", 1, 1828},
    {"chain", "unsized", 0, 656},
    {"chain", "noopt", 1, 2172},
    {"example", "", 0, 1134},
    {"skew", "", 0, 1828},
    {"chain", "cl31", 0, 1828},
    {"burst", "", 0, 1828},
    {"chain", "cl20", 0, 1928},
    {"chain", "", 1, 7452},
    {"solo", "", 1, 7600},
    {"nested", "", 0, 2932},
    {"program", "", 0, 7716},
}};

}  // namespace wgcts::harness

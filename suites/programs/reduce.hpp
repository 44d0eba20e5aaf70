// From a program that fails to the smallest one that fails in the same way.
#pragma once

#include <functional>
#include <vector>

#include "suites/programs/draw_program.hpp"
#include "suites/programs/reduction_passes.hpp"
#include "suites/programs/shown.hpp"

namespace wgcts::suites {

/// Runs a legal program; a experiment to the device.
using AskProgram = std::function<Shown(const LegalProgram&)>;

struct Reduction {
  LegalProgram smallest;
  /// Programs that are one opportunity smaller than the smallest, and pass; each once.
  std::vector<LegalProgram> passing{};
  std::size_t experiments = 0;
  /// All programs that are one opportunity smaller were asked. False where a limit came first.
  bool finished = false;
};

/// Reduces by the passes: all opportunities of a pass at a time at first, then a
/// quarter of them and so on, down to one. Every candidate is proved legal by the interpreter and meets a
/// collective before it is asked, and none is asked twice. Ends after `most_experiments`, or when `go_on`
/// says no, with the smallest program so far.
Reduction reduce(
    LegalProgram failing, const AskProgram& ask, std::size_t most_experiments,
    const std::function<bool()>& go_on = [] { return true; },
    std::span<const ReductionPass> passes = reduction_passes());

}  // namespace wgcts::suites

// From a program that fails to the smallest one that fails in the same way.
#pragma once

#include <functional>
#include <vector>

#include "suites/programs/draw_program.hpp"
#include "suites/programs/reduction_passes.hpp"

namespace wgcts::suites {

/// Runs a legal program; an experiment for the device.
using AskProgram = std::function<Shown(const LegalProgram&)>;

struct Reduction {
  LegalProgram smallest;
  /// Programs that are one opportunity smaller than the smallest, and pass; each once.
  std::vector<LegalProgram> passing{};
  std::size_t experiments = 0;
  /// All programs that are one opportunity smaller were asked. False where a limit came first.
  bool finished = false;
};

/// Reduces by the passes, as Reducer says. Every program that is asked for is proved legal by the interpreter
/// and meets a collective.
Reduction reduce(
    LegalProgram failing, const AskProgram& ask, std::size_t most_experiments,
    const std::function<bool()>& go_on = [] { return true; },
    std::span<const ProgramPass> passes = reduction_passes());

}  // namespace wgcts::suites

// The passes by which a program is reduced. Each finds opportunities of one kind, as the passes of
// SPIRV-Tools' source/reduce do, and takes those that it is told to.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "reference/program/run.hpp"

namespace wgcts::suites {

using namespace reference;

/// A program and what is passed to it, legal or not.
struct Draft {
  Program program;
  ProgramLaunch launch;
};

/// Which opportunities of a pass to take: those numbered from `first` on and before `end`.
class Chosen {
 public:
  Chosen(std::size_t first, std::size_t end) : first_(first), end_(end) {}
  /// The pass is at its next opportunity: whether to take it.
  bool take() {
    const std::size_t number = seen_++;
    return number >= first_ && number < end_;
  }
  /// Opportunities that the pass has come across.
  std::size_t seen() const { return seen_; }

 private:
  std::size_t first_, end_, seen_ = 0;
};

struct ReductionPass {
  std::string_view name;
  /// Comes across the same opportunities in the same order whichever of them it takes, those inside of a
  /// statement or an expression before the one around it. May throw IllegalProgram.
  void (*visit)(Draft&, Chosen&);
  /// Whether several opportunities can be taken at a time.
  bool together = true;
  /// Whether collectives stay as they are, and what is passed to them stays an input.
  bool keeps_calls = false;
};

/// All passes, those that usually take most out of a program first; or those alone that keep calls.
std::span<const ReductionPass> reduction_passes();
std::span<const ReductionPass> passes_that_keep_calls();

/// How many opportunities the pass finds.
std::size_t opportunities(const ReductionPass& pass, const Draft& draft);

/// What the pass makes of the draft. What nothing mentions any more is taken out. May throw IllegalProgram.
Draft taken(const ReductionPass& pass, Draft draft, std::size_t first, std::size_t end);

/// Takes out functions, variables, buffers and arguments that nothing mentions.
void tidy(Draft& draft);

/// The launch with a range of fewer work-groups or work-items; what remains keeps its values.
ProgramLaunch resized(const ProgramLaunch& launch, const NDRange& range);

}  // namespace wgcts::suites

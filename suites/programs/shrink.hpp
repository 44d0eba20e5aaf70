// From a program that fails to the smallest one that still does.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "suites/programs/draw_program.hpp"

namespace wgcts::suites {

/// Offers smaller and smaller legal programs; whoever runs them says which still fail:
///
///     Shrinker shrinker(failing);
///     while (auto smaller = shrinker.next())
///       if (fails(*smaller)) shrinker.accept();
///     report(shrinker.smallest());
///
/// Each is proved legal by running it, and is no larger than its parent in a measure that cannot fall for
/// ever, so that it ends whatever the answers are.
class Shrinker {
 public:
  explicit Shrinker(LegalProgram failing) : smallest_(std::move(failing)) {}

  /// The next smaller legal program, or nothing if all of them were offered since the last acceptance.
  std::optional<LegalProgram> next();
  /// The program that next() gave last fails as well: go on from there.
  void accept();
  const LegalProgram& smallest() const { return smallest_; }
  /// The edits accepted so far, by which a smaller program has a name too: see shrunk().
  const std::vector<std::uint32_t>& steps() const { return steps_; }
  /// Those, and the one that made what next() gave last.
  std::vector<std::uint32_t> steps_offered() const;

 private:
  LegalProgram smallest_;
  std::optional<LegalProgram> offered_;
  std::vector<std::uint32_t> steps_;
  std::uint32_t edit_ = 0;        ///< the next one to try
  std::size_t since_accept_ = 0;  ///< edits tried since the last acceptance
};

/// The program that those edits make of this one, one after the other, or nothing if there are no such edits
/// or what they come to is not legal.
std::optional<LegalProgram> shrunk(const LegalProgram& program, std::span<const std::uint32_t> steps);

}  // namespace wgcts::suites

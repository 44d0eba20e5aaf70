// Random cases without end, for a soak.
#pragma once

#include <vector>

#include "suites/case.hpp"
#include "suites/random.hpp"

namespace wgcts {

/// Draws: the same ones for the same seed and limits.
class Draw {
 public:
  /// `largest` bounds a work-group's size, `extents` those of its dimensions.
  Draw(std::uint64_t seed, std::size_t largest, const Extents& extents);

  /// A type, dimension, local size, form and variant, with the builtins that go together: one launch, or a
  /// few.
  std::vector<Case> next();

 private:
  Extents local(unsigned dim, std::size_t largest);

  Random random_;
  std::size_t largest_;
  Extents extents_;
};

}  // namespace wgcts

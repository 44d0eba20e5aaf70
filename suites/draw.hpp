// Random cases without end, for a soak.
#pragma once

#include <vector>

#include "suites/case.hpp"
#include "suites/random.hpp"

namespace wgcts {

/// Draws launches: the same ones for the same seed and limits.
class Draw {
 public:
  /// `largest` bounds a work-group's size, `extents` those of its dimensions.
  Draw(std::uint64_t seed, std::size_t largest, const Extents& extents);

  /// Cases of one launch: a type, dimension, local size, form and variant, and the builtins that share a
  /// kernel.
  std::vector<Case> next();

 private:
  Extents local(unsigned dim, std::size_t largest);

  Random random_;
  std::size_t largest_;
  Extents extents_;
};

}  // namespace wgcts

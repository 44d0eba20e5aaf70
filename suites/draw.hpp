// Random cases without end, for a soak.
#pragma once

#include <vector>

#include "suites/case.hpp"
#include "suites/random.hpp"

namespace wgcts::suites {

/// Draws: the same ones for the same seed and limits, each by its number alone.
class Draw {
 public:
  /// `largest` bounds a work-group's size, `extents` those of its dimensions; `first` is the number of the
  /// draw to begin with.
  Draw(std::uint64_t seed, std::size_t largest, const Extents& extents, std::size_t first = 0);

  /// A type, dimension, local size, form and variant, with the builtins that go together: one launch, or a
  /// few. One draw in four is a whole program.
  std::vector<Case> next();
  /// The number of the draw that comes next.
  std::size_t number() const { return number_; }

 private:
  Case program();
  /// A row, or two of different axes.
  const Variant* some_variant();
  Extents local(unsigned dim, std::size_t largest);

  std::uint64_t seed_;
  std::size_t largest_;
  Extents extents_;
  std::size_t number_;
  Random random_{0};
};

}  // namespace wgcts::suites

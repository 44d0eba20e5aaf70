// Random cases without end, for a soak run.
#pragma once

#include <vector>

#include "suites/case.hpp"
#include "suites/random.hpp"

namespace wgcts::suites {

/// Draws cases. A draw depends only on the seed, the limits and its number.
class Draw {
 public:
  /// `largest` limits a work-group's size, `extents` its dimensions. `first` is the number of the first draw.
  Draw(std::uint64_t seed, std::size_t largest, const Extents& extents, std::size_t first = 0);

  /// One draw: a type, dimension, local size, form and variant, with the builtins that go together in one
  /// launch or a few. One draw in four is a program.
  std::vector<Case> next();
  /// The number of the next draw.
  std::size_t number() const { return number_; }

 private:
  Case program();
  /// A row, or two rows of different axes.
  const Variant* some_variant();
  Extents local(unsigned dim, std::size_t largest);

  std::uint64_t seed_;
  std::size_t largest_;
  Extents extents_;
  std::size_t number_;
  Random random_{0};
};

}  // namespace wgcts::suites

// Where a boundary lies that is known to lie between two numbers only.
#pragma once

#include <bit>
#include <cstddef>

#include "layers.hpp"

namespace wgcts::harness {

/// The roundest number from `least` to `most`: a power of two, else a multiple of the largest, else `most`.
constexpr std::size_t roundest(std::size_t least, std::size_t most) {
  if (const std::size_t power = std::bit_floor(most); power >= least && power != 0) return power;
  for (std::size_t step = 64; step > 1; step /= 2)
    if (const std::size_t multiple = most / step * step; multiple >= least && multiple != 0) return multiple;
  return most;
}

}  // namespace wgcts::harness

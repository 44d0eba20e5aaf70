// The text of a gentype's value.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <cstdint>

#include "reference/gentype.hpp"
#include "results/case_result.hpp"

namespace wgcts::harness {

/// Exact after a round trip, with its bits.
template <class T>
Value value_of(T value) {
  Value written;
  if constexpr (std::is_same_v<T, half>)
    written.text = fmt::format("{}", static_cast<float>(value));
  else
    written.text = fmt::format("{}", value);
  written.bits = fmt::format("0x{:0{}x}", std::bit_cast<bits_of<T>>(value), sizeof(T) * 2);
  return written;
}

}  // namespace wgcts::harness

// For .cpp files that define function templates of the gentypes' C++ types.
#pragma once

#include "reference/gentype.hpp"

/// Expands INSTANTIATE(T), which has the explicit instantiations for T, for the type of each gentype.
#define WGCTS_FOR_EACH_GENTYPE(INSTANTIATE) \
  INSTANTIATE(half)                         \
  INSTANTIATE(std::int32_t)                 \
  INSTANTIATE(std::uint32_t)                \
  INSTANTIATE(std::int64_t)                 \
  INSTANTIATE(std::uint64_t)                \
  INSTANTIATE(float)                        \
  INSTANTIATE(double)

// What a worker was about to do with the driver.
#pragma once

#include <cstdint>

#include "layers.hpp"

namespace wgcts::results {

/// Setting the device up, building a program, launching its kernels.
enum class Phase : std::uint8_t { Start, Build, Launch };

}  // namespace wgcts::results

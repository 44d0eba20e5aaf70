// The phases of a worker's use of the driver.
#pragma once

#include <cstdint>

#include "layers.hpp"

namespace wgcts::results {

/// Device setup, program build, kernel launch.
enum class Phase : std::uint8_t { Start, Build, Launch };

}  // namespace wgcts::results

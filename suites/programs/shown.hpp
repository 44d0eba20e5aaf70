// The result of trying a reduced program.
#pragma once

#include <cstdint>

#include "layers.hpp"

namespace wgcts::suites {

enum class Shown : std::uint8_t {
  Same,    ///< the failure that is looked for
  Passes,  ///< its outputs are right
  Other    ///< another failure, or no result
};

}  // namespace wgcts::suites

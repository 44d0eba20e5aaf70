// What a reducer wants to know of a smaller program.
#pragma once

#include <cstdint>

#include "layers.hpp"

namespace wgcts::suites {

/// What came of a candidate.
enum class Shown : std::uint8_t {
  Same,    ///< the failure that is looked for
  Passes,  ///< what it wrote is right
  Other    ///< another failure, or nothing that says
};

}  // namespace wgcts::suites

// Blocks signals while a file is incomplete.
#pragma once

#include "layers.hpp"

namespace wgcts::system {

/// While such an object exists, stop signals are blocked in this thread. Signals that arrive in the meantime
/// end the program afterwards, so that no incomplete file is left. Several objects may overlap.
class HeldSignals {
 public:
  HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  ~HeldSignals();
};

}  // namespace wgcts::system

// Signals that wait until a file is whole or gone.
#pragma once

#include "layers.hpp"

namespace wgcts::system {

/// While one exists, the signals by which somebody ends a program are held back in this thread: what came
/// meanwhile ends it afterwards, and not between a file's first byte and its last. Several may overlap.
class HeldSignals {
 public:
  HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  ~HeldSignals();
};

}  // namespace wgcts::system

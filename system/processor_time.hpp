// The processor time of this process and its children. Linux.
#pragma once

#include "layers.hpp"

namespace wgcts::system {

/// Seconds since their start, over all living threads of this process group.
struct ProcessorTime {
  double running = 0;
  double waiting = 0;  ///< able to run, while others had the processors
};

/// Zero where it is unknown.
ProcessorTime processor_time();

}  // namespace wgcts::system

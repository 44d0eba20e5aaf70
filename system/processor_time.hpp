// The processor time of other processes. Linux.
#pragma once

#include "layers.hpp"

namespace wgcts::system {

/// Seconds since their start, over all living threads of a process group.
struct ProcessorTime {
  double running = 0;
  double waiting = 0;  ///< able to run, while others had the processors
};

/// Zero where it is unknown.
ProcessorTime processor_time(int group);

}  // namespace wgcts::system

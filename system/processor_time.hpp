// The processor time of this process and its children. Linux.
#pragma once

#include <chrono>
#include <map>
#include <string>

#include "layers.hpp"

namespace wgcts::system {

/// Seconds.
struct ProcessorTime {
  double running = 0;
  double waiting = 0;  ///< able to run, while others had the processors
};

/// Adds up the times of all threads of this process and its children, also of those that have ended.
class ProcessorMeter {
 public:
  /// The times since the threads' start. That between the last read() and the end of a thread is estimated.
  /// Zero where the system does not tell them.
  ProcessorTime read();

 private:
  using Threads = std::map<int, ProcessorTime>;
  void add(const std::string& process, Threads& threads);

  Threads last_;  ///< the threads that lived at the last read()
  std::chrono::steady_clock::time_point last_time_ = std::chrono::steady_clock::now();
  ProcessorTime total_;
};

}  // namespace wgcts::system

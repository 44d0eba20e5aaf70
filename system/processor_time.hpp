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
  double waiting = 0;  ///< ready to run, while others used the processors
};

/// How many processors this process may use at the same time, at least 1.
unsigned processors();

/// While it exists, no ProcessorMeter counts the thread that made it.
class UncountedThread {
 public:
  UncountedThread();
  ~UncountedThread();
  UncountedThread(const UncountedThread&) = delete;
  UncountedThread& operator=(const UncountedThread&) = delete;

 private:
  int id_;
};

/// Adds up the times of all threads of this process and its children, including ended threads.
class ProcessorMeter {
 public:
  /// The times since the threads' start. The time between the last read() and the end of a thread is
  /// estimated. Zero if the system does not provide the times.
  ProcessorTime read();

 private:
  struct Thread {
    ProcessorTime spent;
    unsigned last_read = 0;  ///< the number of the read() that found it last
  };
  void add(const std::string& process);

  std::map<int, Thread> threads_;
  unsigned reads_ = 0;
  std::chrono::steady_clock::time_point last_time_ = std::chrono::steady_clock::now();
  ProcessorTime total_;
};

}  // namespace wgcts::system

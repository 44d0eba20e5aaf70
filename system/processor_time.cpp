#include "system/processor_time.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace wgcts::system {

ProcessorTime processor_time() {
  namespace fs = std::filesystem;
  constexpr double nanosecond = 1e-9;
  ProcessorTime total;
  const pid_t group = getpgrp();
  std::error_code error;
  for (const auto& process : fs::directory_iterator("/proc", error)) {
    const int id = std::atoi(process.path().filename().c_str());
    if (id == 0 || getpgid(id) != group) continue;
    for (const auto& thread : fs::directory_iterator(process.path() / "task", error)) {
      double running = 0, waiting = 0;
      if (!(std::ifstream(thread.path() / "schedstat") >> running >> waiting)) continue;
      total.running += running * nanosecond;
      total.waiting += waiting * nanosecond;
    }
  }
  return total;
}

}  // namespace wgcts::system

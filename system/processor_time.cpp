#include "system/processor_time.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

namespace wgcts::system {

ProcessorTime ProcessorMeter::read() {
  Threads threads;
  add("self", threads);
  for (const auto& [id, now] : threads) {
    ProcessorTime& before = last_[id];
    // Another thread has the number of one that has ended.
    if (now.running < before.running || now.waiting < before.waiting) before = {};
    total_.running += now.running - before.running;
    total_.waiting += now.waiting - before.waiting;
  }
  // A thread that has ended lived for half of the time since then, on average, and spent it as before.
  const auto now = std::chrono::steady_clock::now();
  const double half = std::chrono::duration<double>(now - last_time_).count() / 2;
  for (const auto& [id, ended] : last_)
    if (const double known = ended.running + ended.waiting; !threads.contains(id) && known > 0) {
      total_.running += half * ended.running / known;
      total_.waiting += half * ended.waiting / known;
    }
  last_time_ = now;
  last_ = std::move(threads);
  return total_;
}

void ProcessorMeter::add(const std::string& process, Threads& threads) {
  namespace fs = std::filesystem;
  constexpr double nanosecond = 1e-9;
  std::error_code error;
  for (const auto& thread : fs::directory_iterator("/proc/" + process + "/task", error)) {
    ProcessorTime time;
    const bool is_told =
        static_cast<bool>(std::ifstream(thread.path() / "schedstat") >> time.running >> time.waiting);
    time.running *= nanosecond;
    time.waiting *= nanosecond;
    const bool is_new = threads.emplace(std::atoi(thread.path().filename().c_str()), time).second;
    if (!is_told || !is_new) continue;
    std::ifstream children(thread.path() / "children");
    for (std::string child; children >> child;) add(child, threads);
  }
}

}  // namespace wgcts::system

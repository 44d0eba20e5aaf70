#include "system/processor_time.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

namespace wgcts::system {

unsigned processors() {
  // hardware_concurrency() counts all processors of the machine, depending on the C library.
  cpu_set_t own;
  const bool is_known = sched_getaffinity(0, sizeof own, &own) == 0;
  const unsigned all =
      std::max(1U, is_known ? static_cast<unsigned>(CPU_COUNT(&own)) : std::thread::hardware_concurrency());
  // The quota of a container with cgroups of version 2: microseconds in each period, or "max".
  std::ifstream file("/sys/fs/cgroup/cpu.max");
  double quota = 0, period = 0;
  if (!(file >> quota >> period) || period <= 0) return all;
  return static_cast<unsigned>(std::clamp(std::ceil(quota / period), 1.0, static_cast<double>(all)));
}

namespace {

/// Calls `use` with the ids of the threads that are not counted. They are never destroyed, because the thread
/// of the heartbeats reads until the process ends.
auto with_uncounted(auto use) {
  static auto& mutex = *new std::mutex;
  static auto& ids = *new std::set<int>;
  const std::lock_guard lock(mutex);
  return use(ids);
}

}  // namespace

UncountedThread::UncountedThread() : id_(gettid()) {
  with_uncounted([&](std::set<int>& ids) { ids.insert(id_); });
}
UncountedThread::~UncountedThread() {
  with_uncounted([&](std::set<int>& ids) { ids.erase(id_); });
}

ProcessorTime ProcessorMeter::read() {
  // After this number of reads without the thread, it counts as ended.
  constexpr unsigned many = 100;
  ++reads_;
  add("self");
  // Estimate: a thread that has ended lived for half of the time since the last read, and ran and waited as
  // before.
  const auto now = std::chrono::steady_clock::now();
  const double half = std::chrono::duration<double>(now - std::exchange(last_time_, now)).count() / 2;
  for (const auto& [id, thread] : threads_) {
    const ProcessorTime& spent = thread.spent;
    if (thread.last_read + 1 != reads_ || spent.running + spent.waiting == 0) continue;
    total_.running += half * spent.running / (spent.running + spent.waiting);
    total_.waiting += half * spent.waiting / (spent.running + spent.waiting);
  }
  std::erase_if(threads_, [&](const auto& entry) { return entry.second.last_read + many < reads_; });
  return total_;
}

void ProcessorMeter::add(const std::string& process) {
  namespace fs = std::filesystem;
  constexpr double nanosecond = 1e-9;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc/" + process + "/task", error)) {
    ProcessorTime now;
    if (!(std::ifstream(entry.path() / "schedstat") >> now.running >> now.waiting)) continue;
    now.running *= nanosecond;
    now.waiting *= nanosecond;
    const int id = std::atoi(entry.path().filename().c_str());
    if (with_uncounted([&](const std::set<int>& ids) { return ids.contains(id); })) continue;
    Thread& thread = threads_[id];
    if (std::exchange(thread.last_read, reads_) == reads_) continue;
    const ProcessorTime before = std::exchange(thread.spent, now);
    // Smaller times belong to a new thread that has the number of an ended one.
    const bool is_same = now.running >= before.running && now.waiting >= before.waiting;
    total_.running += now.running - (is_same ? before.running : 0);
    total_.waiting += now.waiting - (is_same ? before.waiting : 0);
    std::ifstream children(entry.path() / "children");
    for (std::string child; children >> child;) add(child);
  }
}

}  // namespace wgcts::system

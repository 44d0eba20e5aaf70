// The machine's available memory. Its shortage may cause a crash that is not the driver's fault. POSIX and
// Linux.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace wgcts::system {

/// The beginning of the worker's line on standard error that names the limits of the machine when it ended.
inline constexpr const char* limit_words = "wgcts worker: it ended under a limit of the machine: ";

struct Memory {
  std::optional<std::uint64_t> available;  ///< bytes that can still be allocated, by the system or the cgroup
  std::uint64_t largest_child = 0;         ///< peak memory of the largest child that has ended, in bytes
  std::optional<std::uint64_t> oom_kills;  ///< processes that were killed for lack of memory
};
Memory memory_now();

/// If the system killed a process between the two for lack of memory, a clause like that of
/// memory_shortage(). The process may have been a child of the worker. Otherwise empty.
std::string kills_for_memory(const Memory& before, const Memory& after);

/// The reason why memory shortage may have killed a process between the two, as a clause that begins with
/// "and". Empty if memory was free: no worker has used half of the available memory.
std::string memory_shortage(const Memory& before, const Memory& after);

/// The reason why the system may kill processes although memory is free, as a clause that begins with "and":
/// their processor time is limited. Empty if there is none.
std::string limit_that_kills();

}  // namespace wgcts::system

// The machine's available memory: a crash may be due to memory shortage, and not to the driver. POSIX and
// Linux.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace wgcts::system {

/// The beginning of the worker's line on standard error that names the limits of the machine when it died.
inline constexpr const char* limit_words = "wgcts worker: it ended under a limit of the machine: ";

struct Memory {
  std::optional<std::uint64_t> available;  ///< bytes that can still be allocated, by the system or the cgroup
  std::uint64_t largest_child = 0;         ///< peak memory of the largest child that has ended, in bytes
  std::optional<std::uint64_t> oom_kills;  ///< number of processes of the cgroup, or else of the system, that
                                           ///< were killed for lack of it
};
Memory memory_now();

/// A clause as that of memory_shortage() if the system killed a process between the two, which may have been
/// a child of the worker. Otherwise empty.
std::string kills_for_memory(const Memory& before, const Memory& after);

/// The reason why memory shortage may have killed a process between the two, as a clause that begins with
/// "and". Empty if memory was free: no worker has used half of the available memory.
std::string memory_shortage(const Memory& before, const Memory& after);

/// The reason why the system may kill processes although memory is free, as a clause that begins with "and":
/// they have reached the hard limit of processor time. Empty if there is none.
std::string limit_that_kills();

}  // namespace wgcts::system

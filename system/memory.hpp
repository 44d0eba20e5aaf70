// What the machine has left, for a loss that may be its doing and not the driver's. POSIX and Linux.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace wgcts::system {

/// The last words of a worker on standard error, before what names the limits that it had reached when it
/// died.
inline constexpr const char* limit_words = "wgcts worker: when it died it had reached a limit: ";

struct Memory {
  std::optional<std::uint64_t> available;  ///< bytes that can still be had, by the system or the cgroup
  std::size_t largest_child = 0;           ///< bytes that the largest child that has ended had at most
  std::optional<std::uint64_t> oom_kills;  ///< so often the system has killed something for want of memory
  bool limited = false;                    ///< a process may not have all that is available: ulimit -v or -d
};
Memory memory_now();

/// Why a process that was killed or refused memory between the two may have been so for want of memory, in a
/// clause that begins with "and". Empty where memory was plainly free: no worker has ever taken half of what
/// is available.
std::string memory_shortage(const Memory& before, const Memory& after);

}  // namespace wgcts::system

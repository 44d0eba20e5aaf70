#include "system/memory.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

namespace wgcts::system {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

std::optional<std::uint64_t> number_behind(const std::string& file, const std::string& word) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first;
    std::uint64_t number = 0;
    if (words >> first >> number && first == word) return number;
  }
  return std::nullopt;
}

/// The number in the file. Empty for "max".
std::optional<std::uint64_t> number_in(const std::string& file) {
  std::ifstream stream(file);
  std::uint64_t number = 0;
  return stream >> number ? std::optional(number) : std::nullopt;
}

/// The files of cgroups version 2 and 1. Their usage includes the page cache, which can be reclaimed.
struct CgroupFiles {
  const char *line, *mount, *most, *now, *of_files, *kills;
};
constexpr CgroupFiles cgroups[] = {{"0::", "", "/memory.max", "/memory.current", "file", "/memory.events"},
                                   {":memory:", "/memory", "/memory.limit_in_bytes", "/memory.usage_in_bytes",
                                    "total_cache", "/memory.oom_control"}};

struct Cgroup {
  std::string folder;
  const CgroupFiles& files;
};
/// The possible folders of this process's cgroup. In a container, its own cgroup is at the root.
std::vector<Cgroup> own_cgroups() {
  std::vector<Cgroup> own;
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);)
    for (const CgroupFiles& files : cgroups)
      if (const std::size_t at = line.find(files.line); at != std::string::npos)
        for (const std::string& path : {line.substr(at + std::strlen(files.line)), std::string()})
          own.push_back({"/sys/fs/cgroup" + (files.mount + path), files});
  return own;
}

/// The memory that this process's cgroup can still use.
std::optional<std::uint64_t> left_in_cgroup() {
  std::optional<std::uint64_t> left;
  for (const auto& [folder, files] : own_cgroups()) {
    const auto most = number_in(folder + files.most), now = number_in(folder + files.now);
    if (!most || !now) continue;
    const std::uint64_t kept = number_behind(folder + "/memory.stat", files.of_files).value_or(0);
    const std::uint64_t used = *now > kept ? *now - kept : 0, rest = *most > used ? *most - used : 0;
    left = left ? std::min(*left, rest) : rest;
  }
  return left;
}

/// The number of processes that the system has killed because memory ran out. Kills in other containers do
/// not concern this one.
std::optional<std::uint64_t> oom_kills() {
  for (const auto& [folder, files] : own_cgroups())
    if (const auto kills = number_behind(folder + files.kills, "oom_kill")) return kills;
  return number_behind("/proc/vmstat", "oom_kill");
}

}  // namespace

Memory memory_now() {
  Memory memory;
  if (const auto kibibytes = number_behind("/proc/meminfo", "MemAvailable:"))
    memory.available = *kibibytes * 1024;
  if (const auto left = left_in_cgroup())
    memory.available = memory.available ? std::min<std::uint64_t>(*memory.available, *left) : *left;
  rusage usage{};
  if (getrusage(RUSAGE_CHILDREN, &usage) == 0)
    memory.largest_child = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  memory.oom_kills = oom_kills();
  return memory;
}

std::string limit_that_kills() {
  rlimit limit{};
  const bool is_limited = getrlimit(RLIMIT_CPU, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return is_limited ? "and the processor time of a process is limited (ulimit -t)" : "";
}

std::string kills_for_memory(const Memory& before, const Memory& after) {
  const bool more = before.oom_kills && after.oom_kills && *after.oom_kills > *before.oom_kills;
  return more ? "and the system was killing processes because memory ran out" : "";
}

std::string memory_shortage(const Memory& before, const Memory& after) {
  if (std::string kills = kills_for_memory(before, after); !kills.empty()) return kills;
  if (!after.available) return "and the amount of available memory is unknown";
  if (2 * after.largest_child <= *after.available) return {};
  return fmt::format("and memory may have been short: a worker used up to {} MiB, and {} MiB are available",
                     after.largest_child / mebibyte, *after.available / mebibyte);
}

}  // namespace wgcts::system

#include "system/reached_limits.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <vector>

#include "system/memory.hpp"

namespace wgcts::system {
namespace {

/// More disk space than a compiler's output needs: half of Docker's /dev/shm.
constexpr std::uint64_t least_room = std::uint64_t{1} << 25;
/// The size of a file that shows a quota, and an amount of memory that every compiler allocates.
constexpr std::size_t some_room = std::size_t{1} << 20, some_memory = std::size_t{1} << 26;
/// More files than a compiler has open at once. A compiler that reached the limit has closed its files before
/// this check, or was another process. PoCL's linker fails if the limit is 14.
constexpr std::size_t some_files = 32;

/// Limits that the worker cannot see a driver reach: its compiler is another process, or it hides a failed
/// allocation.
struct Ulimit {
  const char *what, *option;
  int resource;
  rlim_t enough;  ///< a limit of this or more cannot excuse a driver
};
constexpr rlim_t usual_stack = rlim_t{8} << 20, address_space = rlim_t{1} << 47, huge_file = rlim_t{1} << 40;
constexpr rlim_t unit = 1024;
constexpr Ulimit ulimits[] = {{"memory", "-v", RLIMIT_AS, address_space},
                              {"memory", "-d", RLIMIT_DATA, address_space},
                              {"the size of files", "-f", RLIMIT_FSIZE, huge_file},
                              {"the stack", "-s", RLIMIT_STACK, usual_stack}};

rlim_t limit_of(int resource) {
  rlimit limit{RLIM_INFINITY, RLIM_INFINITY};
  getrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
  return limit.rlim_cur;
}

/// The limits at prepare_reached_limits(), before the driver runs, by resource.
std::array<rlim_t, RLIM_NLIMITS> first_limits{};

/// Processor time of the ended child processes.
std::chrono::microseconds time_of_children() {
  rusage children{};
  if (getrusage(RUSAGE_CHILDREN, &children) != 0) return {};
  const auto time = [](const timeval& t) {
    return std::chrono::seconds(t.tv_sec) + std::chrono::microseconds(t.tv_usec);
  };
  return time(children.ru_utime) + time(children.ru_stime);
}

/// At prepare_reached_limits(). Children of a launcher that became this process by exec are not the driver's.
std::chrono::microseconds first_time_of_children{};

/// Seconds of processor time of the driver's ended child processes, rounded up, because Linux ends a process
/// a little before it has used the whole time.
rlim_t seconds_of_children() {
  const auto time = std::chrono::ceil<std::chrono::seconds>(time_of_children() - first_time_of_children);
  return static_cast<rlim_t>(time.count());
}

rlim_t first_limit_of(int resource) { return first_limits[static_cast<std::size_t>(resource)]; }

/// Whether the driver has lowered the limit of its process.
bool is_lowered(int resource) { return limit_of(resource) < first_limit_of(resource); }

// Never destroyed, because they are also used while the libraries of a driver end, after exit handlers.

/// The folders that drivers write to: temporary files, caches, shared memory, the current folder.
std::vector<std::string>& folders = *new std::vector<std::string>;
std::string& pids_file = *new std::string;

/// A text that is built without heap memory.
class Line {
 public:
  template <class... Parts>
  void add(fmt::format_string<const Parts&...> format, const Parts&... parts) {
    const std::size_t room = text_.size() - size_;
    size_ += std::min(room, fmt::format_to_n(text_.data() + size_, room, format, parts...).size);
  }
  void begin_limit(std::string_view what) { add("{}{}", size_ != 0 ? "; " : "", what); }
  /// Adds the value of the shell's ulimit.
  void add_ulimit(std::string_view option, int resource, rlim_t divisor = 1) {
    const rlim_t limit = limit_of(resource);
    if (limit == RLIM_INFINITY)
      add(" (ulimit {} unlimited)", option);
    else
      add(" (ulimit {} {})", option, limit / divisor);
  }
  /// Those of the machine: a driver may lower the limits of its process itself.
  void add_ulimits() {
    for (const Ulimit& row : ulimits) {
      if (std::max(first_limit_of(row.resource), limit_of(row.resource)) >= row.enough) continue;
      begin_limit(row.what);
      add_ulimit(row.option, row.resource, unit);
    }
    // The limit is that of a single process, but only the sum of all ended child processes is known.
    if (seconds_of_children() >= std::max(first_limit_of(RLIMIT_CPU), limit_of(RLIMIT_CPU))) {
      begin_limit("processor time");
      add_ulimit("-t", RLIMIT_CPU);
    }
  }
  void add_room(std::string_view folder) {
    begin_limit("the room in ");
    add("{}", folder);
  }
  std::string_view text() const { return {text_.data(), size_}; }

 private:
  std::array<char, 2048> text_{};
  std::size_t size_ = 0;
};

bool can_make_process() {
  const pid_t child = vfork();
  if (child == 0) _exit(0);
  if (child < 0) return errno != EAGAIN || is_lowered(RLIMIT_NPROC);
  waitpid(child, nullptr, 0);
  return true;
}

bool can_have_memory() {
  void* const memory = mmap(nullptr, some_memory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  munmap(memory, some_memory);
  return true;
}

bool can_open_files() {
  std::array<int, some_files> copies{};
  std::size_t count = 0;
  while (count < copies.size() && (copies[count] = dup(STDERR_FILENO)) >= 0) ++count;
  const bool ran_out =
      count < copies.size() && ((errno == EMFILE && !is_lowered(RLIMIT_NOFILE)) || errno == ENFILE);
  for (std::size_t i = 0; i < count; ++i) close(copies[i]);
  return !ran_out;
}

/// Whether this much can be written to the file.
bool takes(int file, std::size_t bytes) {
  static constexpr std::array<char, std::size_t{1} << 16> zeros{};
  while (bytes > 0) {
    const ssize_t written = write(file, zeros.data(), std::min(zeros.size(), bytes));
    if (written <= 0) return false;
    bytes -= static_cast<std::size_t>(written);
  }
  return true;
}

/// Whether the folder's disk has less than `least_room`. Read-only folders count as not full.
bool is_full(const char* folder) {
  struct statvfs disk {};
  if (statvfs(folder, &disk) != 0 || disk.f_blocks == 0 || (disk.f_flag & ST_RDONLY) != 0) return false;
  return std::uint64_t{disk.f_bavail} * disk.f_frsize < least_room ||
         (disk.f_files != 0 && disk.f_favail == 0);
}

/// Whether a file of `some_room` can be made. Only an attempt shows quotas.
bool takes_file(const char* folder) {
  const int file = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR);
  // Some file systems do not support unnamed files.
  if (file < 0) return errno != ENOSPC && errno != EDQUOT;
  const bool taken =
      takes(file, static_cast<std::size_t>(std::min<rlim_t>(limit_of(RLIMIT_FSIZE), some_room)));
  close(file);
  return taken;
}

/// "100" or "max"; empty if it cannot be read.
std::string_view most_pids(std::array<char, 32>& memory) {
  const int file = open(pids_file.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const ssize_t size = read(file, memory.data(), memory.size());
  close(file);
  const std::string_view text(memory.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  return text.substr(0, text.find('\n'));
}

/// The process whose exit() is unexpected. Children inherit the handler, but may exit.
pid_t process_at_work = 0;

void print_at_exit() {
  if (getpid() == process_at_work) print_reached_limits();
}

}  // namespace

void print_reached_limits_at_exit() {
  prepare_reached_limits();
  process_at_work = getpid();
  (void)std::atexit(print_at_exit);
}

void expect_exit() { process_at_work = 0; }

void prepare_reached_limits() {
  for (std::size_t i = 0; i < first_limits.size(); ++i) first_limits[i] = limit_of(static_cast<int>(i));
  first_time_of_children = time_of_children();
  folders = {".", "/dev/shm"};
  const char* temporary = std::getenv("TMPDIR");
  folders.emplace_back(temporary != nullptr ? temporary : "/tmp");
  for (const char* name : {"XDG_CACHE_HOME", "POCL_CACHE_DIR", "CUDA_CACHE_PATH", "NEO_CACHE_DIR",
                           "MESA_SHADER_CACHE_DIR", "HOME"})
    if (const char* folder = std::getenv(name)) folders.emplace_back(folder);
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);)
    for (const auto& [prefix, mount] : {std::pair("0::", ""), std::pair(":pids:", "/pids")})
      if (const std::size_t at = line.find(prefix); at != std::string::npos)
        for (const std::string& path : {line.substr(at + std::string_view(prefix).size()), std::string()})
          if (const std::string file = "/sys/fs/cgroup" + (mount + path) + "/pids.max";
              access(file.c_str(), R_OK) == 0 && pids_file.empty())
            pids_file = file;
}

std::string standing_limits() {
  Line line;
  line.add_ulimits();
  for (const std::string& folder : folders)
    if (is_full(folder.c_str())) line.add_room(folder);
  return std::string(line.text());
}

bool print_reached_limits() {
  Line line;
  line.add_ulimits();
  if (!can_make_process()) {
    line.begin_limit("the number of processes and threads");
    line.add_ulimit("-u", RLIMIT_NPROC);
    std::array<char, 32> memory{};
    if (const std::string_view most = most_pids(memory); !most.empty()) line.add(" (pids.max {})", most);
  }
  if (limit_of(RLIMIT_AS) >= address_space && limit_of(RLIMIT_DATA) >= address_space && !can_have_memory())
    line.begin_limit("memory");
  if (!can_open_files()) {
    line.begin_limit("the number of open files");
    line.add_ulimit("-n", RLIMIT_NOFILE);
  }
  for (const std::string& folder : folders)
    if (is_full(folder.c_str()) || !takes_file(folder.c_str())) line.add_room(folder);
  if (line.text().empty()) return false;
  std::array<char, 4096> message{};
  const auto written = fmt::format_to_n(message.data(), message.size(), "{}{}\n", limit_words, line.text());
  // One call, so that other processes cannot write into the line.
  (void)!write(STDERR_FILENO, message.data(), written.size);
  return true;
}

}  // namespace wgcts::system

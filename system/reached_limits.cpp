#include "system/reached_limits.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "system/memory.hpp"

namespace wgcts::system {
namespace {

/// The minimum disk space for a compiler's output, and an amount of memory that every compiler allocates.
constexpr std::size_t least_room = std::size_t{1} << 20, some_memory = std::size_t{1} << 26;

/// The folders that drivers write to: temporary files, caches, shared memory, the current folder.
std::vector<std::string>& folders() {
  static std::vector<std::string> all;
  return all;
}
std::string& pids_file() {
  static std::string file;
  return file;
}

/// A line that is built without heap memory.
class Line {
 public:
  void add(std::string_view text) {
    const std::size_t size = std::min(text.size(), text_.size() - size_);
    std::copy_n(text.data(), size, text_.data() + size_);
    size_ += size;
  }
  void begin_limit(std::string_view what) {
    add(size_ == 0 ? limit_words : "; ");
    add(what);
  }
  /// Adds the value of the shell's ulimit.
  void add_ulimit(std::string_view option, int resource, std::size_t unit = 1) {
    rlimit limit{};
    getrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
    std::array<char, 24> number{};
    const auto end = std::to_chars(number.data(), number.data() + number.size(), limit.rlim_cur / unit).ptr;
    add(" (ulimit ");
    add(option);
    add(" ");
    add(limit.rlim_cur == RLIM_INFINITY
            ? "unlimited"
            : std::string_view(number.data(), static_cast<std::size_t>(end - number.data())));
    add(")");
  }
  /// Returns false if the line is empty.
  bool print() {
    if (size_ == 0) return false;
    add("\n");
    (void)!write(STDERR_FILENO, text_.data(), size_);
    return true;
  }

 private:
  std::array<char, 2048> text_{};
  std::size_t size_ = 0;
};

bool can_make_process() {
  const pid_t child = vfork();
  if (child == 0) _exit(0);
  if (child < 0) return errno != EAGAIN;
  waitpid(child, nullptr, 0);
  return true;
}

bool can_have_memory() {
  void* const memory = mmap(nullptr, some_memory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  munmap(memory, some_memory);
  return true;
}

bool can_open_file() {
  const int copy = dup(STDERR_FILENO);
  if (copy < 0) return errno != EMFILE && errno != ENFILE;
  close(copy);
  return true;
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

/// Whether a file of `least_room` can be made. Only an attempt shows quotas. Read-only folders count as not
/// full.
bool has_room(const char* folder) {
  if (const int file = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR); file >= 0) {
    rlimit largest{};
    getrlimit(RLIMIT_FSIZE, &largest);
    const bool taken = takes(file, static_cast<std::size_t>(std::min<rlim_t>(largest.rlim_cur, least_room)));
    close(file);
    return taken;
  }
  if (errno == ENOSPC || errno == EDQUOT) return false;
  // Not every file system has files without a name.
  struct statvfs disk {};
  if (statvfs(folder, &disk) != 0 || disk.f_blocks == 0 || (disk.f_flag & ST_RDONLY) != 0) return true;
  return std::uint64_t{disk.f_bavail} * disk.f_frsize >= least_room &&
         (disk.f_files == 0 || disk.f_favail != 0);
}

/// "100" or "max"; empty if it cannot be read.
std::string_view most_pids(std::array<char, 32>& memory) {
  const int file = open(pids_file().c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const ssize_t size = read(file, memory.data(), memory.size());
  close(file);
  const std::string_view text(memory.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  return text.substr(0, text.find('\n'));
}

/// The process whose exit() is unexpected. Its children inherit the handler.
pid_t process_at_work = 0;

void print_at_exit() {
  if (getpid() == process_at_work) print_reached_limits(0);
}

}  // namespace

void print_reached_limits_at_exit() {
  prepare_reached_limits();
  process_at_work = getpid();
  (void)std::atexit(print_at_exit);
}

void expect_exit() { process_at_work = 0; }

void prepare_reached_limits() {
  folders() = {".", "/dev/shm"};
  const char* temporary = std::getenv("TMPDIR");
  folders().emplace_back(temporary != nullptr ? temporary : "/tmp");
  for (const char* name : {"XDG_CACHE_HOME", "POCL_CACHE_DIR", "HOME"})
    if (const char* folder = std::getenv(name)) folders().emplace_back(folder);
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);)
    for (const auto& [prefix, mount] : {std::pair("0::", ""), std::pair(":pids:", "/pids")})
      if (const std::size_t at = line.find(prefix); at != std::string::npos)
        for (const std::string& path : {line.substr(at + std::string_view(prefix).size()), std::string()})
          if (const std::string file = "/sys/fs/cgroup" + (mount + path) + "/pids.max";
              access(file.c_str(), R_OK) == 0 && pids_file().empty())
            pids_file() = file;
}

bool print_reached_limits(int signal) {
  Line line;
  if (signal == SIGXFSZ) {
    line.begin_limit("the size of files");
    line.add_ulimit("-f", RLIMIT_FSIZE, 1024);
  }
  if (!can_make_process()) {
    line.begin_limit("the number of processes and threads");
    line.add_ulimit("-u", RLIMIT_NPROC);
    std::array<char, 32> memory{};
    if (const std::string_view most = most_pids(memory); !most.empty()) {
      line.add(" (pids.max ");
      line.add(most);
      line.add(")");
    }
  }
  if (!can_have_memory()) {
    line.begin_limit("memory");
    line.add_ulimit("-v", RLIMIT_AS, 1024);
  }
  if (!can_open_file()) {
    line.begin_limit("the number of open files");
    line.add_ulimit("-n", RLIMIT_NOFILE);
  }
  for (const std::string& folder : folders())
    if (!has_room(folder.c_str())) {
      line.begin_limit("the room in ");
      line.add(folder);
    }
  return line.print();
}

}  // namespace wgcts::system

#include "harness/process/event_loop.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace wgcts::harness {
namespace {

/// A loop has six for itself, and eight more while a worker is started, of which three stay; the rest is for
/// the files of a run.
constexpr std::size_t needed_descriptors = 24;

void require_descriptors() {
  std::array<int, needed_descriptors> opened{};
  std::size_t count = 0;
  int error = 0;
  for (; count < opened.size() && error == 0; ++count)
    if ((opened[count] = open("/dev/null", O_RDONLY | O_CLOEXEC)) < 0) error = errno;
  if (error != 0) --count;
  for (std::size_t i = 0; i < count; ++i) close(opened[i]);
  if (error == 0) return;
  rlimit limit{};
  const bool known = error == EMFILE && getrlimit(RLIMIT_NOFILE, &limit) == 0;
  throw std::runtime_error(
      known ? fmt::format("too few file descriptors to start a worker: at most {} may be open; ulimit -n 256 "
                          "allows enough",
                          limit.rlim_cur)
            : "no file descriptors to start a worker with: " + std::generic_category().message(error));
}

}  // namespace

Loop::Loop() {
  require_descriptors();
  if (const int error = uv_loop_init(&loop_); error != 0)
    throw std::runtime_error(fmt::format("no worker can be started: {}", uv_strerror(error)));
}

}  // namespace wgcts::harness

#include "system/streams.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>
#include <vector>

#include "system/processes.hpp"

namespace wgcts::system {

int take_standard_output() {
  // occupy_closed_streams() has replaced a closed stream by one that cannot be written.
  if ((fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) == O_RDONLY) return -1;
  // Behind ssh, a program of the driver that outlives the worker would keep the stream and the launcher open.
  const int copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (copy >= 0) dup2(STDERR_FILENO, STDOUT_FILENO);
  return copy;
}

int take_standard_input() {
  const int copy = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (const int empty = open("/dev/null", O_RDONLY | O_CLOEXEC); empty >= 0) {
    dup2(empty, STDIN_FILENO);
    close(empty);
  }
  return copy;
}

bool input_has_line_limit() {
  termios terminal{};
  return tcgetattr(STDIN_FILENO, &terminal) == 0 && (terminal.c_lflag & ICANON) != 0;
}

int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      pollfd ready{descriptor, POLLOUT, 0};
      poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

bool read_line(int descriptor, std::string& line) {
  static std::string unread;
  std::size_t end = 0;
  while ((end = unread.find('\n')) == std::string::npos) {
    std::array<char, 65536> piece{};
    const ssize_t count = read(descriptor, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    unread.append(piece.data(), static_cast<std::size_t>(count));
  }
  const bool has_line = !unread.empty();
  line = unread.substr(0, end);
  unread.erase(0, end == std::string::npos ? end : end + 1);
  return has_line;
}

void make_standard_streams_blocking() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (const int flags = fcntl(stream, F_GETFL); flags >= 0 && (flags & O_NONBLOCK) != 0)
      fcntl(stream, F_SETFL, flags & ~O_NONBLOCK);
}

void when_closed(std::span<const int> descriptors, std::function<void(int)> closed) {
  std::vector<pollfd> pipes;
  for (const int descriptor : descriptors) pipes.push_back({descriptor, 0, 0});
  run_beside([pipes = std::move(pipes), closed = std::move(closed)]() mutable {
    for (std::size_t open = pipes.size(); open > 0;) {
      if (poll(pipes.data(), pipes.size(), -1) < 0) {
        if (errno != EINTR) return;
        continue;
      }
      for (pollfd& pipe : pipes) {
        if (pipe.revents == 0) continue;
        // This process may have closed the descriptor itself. Then write_all() returns EBADF.
        if ((pipe.revents & POLLNVAL) == 0) closed(pipe.fd);
        pipe = {-1, 0, 0};  // poll() ignores it
        --open;
      }
    }
  });
}

bool is_unread(std::FILE* stream) {
  pollfd reader{fileno(stream), 0, 0};
  return poll(&reader, 1, 0) > 0 && (reader.revents & POLLERR) != 0;
}

bool is_interactive(std::FILE* stream) { return isatty(fileno(stream)) != 0; }

std::size_t terminal_width(std::FILE* stream) {
  winsize size{};
  return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace wgcts::system

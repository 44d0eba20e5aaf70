#include "harness/process/child_program.hpp"

#include <uv.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "harness/process/ask.hpp"
#include "harness/process/event_loop.hpp"
#include "harness/process/stop_signals.hpp"
#include "system/processes.hpp"

namespace wgcts::harness {
namespace {

constexpr std::size_t most_output = std::size_t{64} << 10;
/// A process that left the group may keep the pipes open, but not for long.
constexpr double seconds_to_drain = 0.5;

std::uint64_t milliseconds(double seconds) { return static_cast<std::uint64_t>(std::ceil(1000 * seconds)); }

/// The process with its output and time limit, while the loop runs.
class Child {
 public:
  Child(uv_loop_t* loop, const std::vector<std::string>& command, double seconds) : limit_(seconds) {
    process_.data = timer_.data = this;
    uv_timer_init(loop, &timer_);
    for (uv_pipe_t& pipe : pipes_) {
      uv_pipe_init(loop, &pipe, 0);
      pipe.data = this;
    }
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    uv_stdio_container_t streams[3]{};
    streams[0].flags = UV_IGNORE;
    for (std::size_t i = 0; i < pipes_.size(); ++i) {
      streams[1 + i].flags = static_cast<uv_stdio_flags>(UV_CREATE_PIPE | UV_WRITABLE_PIPE);
      streams[1 + i].data.stream = reinterpret_cast<uv_stream_t*>(&pipes_[i]);
    }
    uv_process_options_t options{};
    options.file = arguments.front();
    options.args = arguments.data();
    options.stdio = streams;
    options.stdio_count = 3;
    options.flags = UV_PROCESS_DETACHED;  // a process group of its own, which is killed as a whole
    options.exit_cb = [](uv_process_t* process, std::int64_t code, int signal) {
      static_cast<Child*>(process->data)->ended(static_cast<int>(code), signal);
    };
    end.started = uv_spawn(loop, &process_, &options) == 0;
    if (!end.started) {
      close_all();
      return;
    }
    for (uv_pipe_t& pipe : pipes_)
      uv_read_start(
          reinterpret_cast<uv_stream_t*>(&pipe),
          [](uv_handle_t* handle, std::size_t, uv_buf_t* buffer) {
            auto* child = static_cast<Child*>(handle->data);
            *buffer = uv_buf_init(child->buffer_, sizeof child->buffer_);
          },
          [](uv_stream_t* stream, ssize_t count, const uv_buf_t* buffer) {
            static_cast<Child*>(stream->data)->read(stream, count, buffer->base);
          });
    uv_timer_start(
        &timer_, [](uv_timer_t* timer) { static_cast<Child*>(timer->data)->stop(); }, milliseconds(seconds),
        0);
  }

  ProgramEnd end;

  /// Kills the process. ended() follows later, or the process is left behind.
  void kill() {
    if (!end.started || uv_is_active(reinterpret_cast<uv_handle_t*>(&process_)) == 0) return;
    system::kill_group(process_.pid);
    close_after(system::seconds_to_end(limit_));
  }

  void close_all() {
    for (uv_pipe_t& pipe : pipes_) close(reinterpret_cast<uv_handle_t*>(&pipe));
    close(reinterpret_cast<uv_handle_t*>(&timer_));
    close(reinterpret_cast<uv_handle_t*>(&process_));
  }

 private:
  void read(uv_stream_t* stream, ssize_t count, const char* text) {
    if (count > 0)
      end.output.append(text, std::min(static_cast<std::size_t>(count), most_output - end.output.size()));
    else if (count < 0)
      close(reinterpret_cast<uv_handle_t*>(stream));
  }

  void stop() {
    end.timed_out = true;
    kill();
  }

  void ended(int code, int signal) {
    end.exit_code = code;
    end.signal = signal;
    system::kill_group(process_.pid);
    close(reinterpret_cast<uv_handle_t*>(&process_));
    // The rest of the pipes is read.
    close_after(seconds_to_drain);
    uv_unref(reinterpret_cast<uv_handle_t*>(&timer_));
  }

  void close_after(double seconds) {
    uv_timer_start(
        &timer_, [](uv_timer_t* timer) { static_cast<Child*>(timer->data)->close_all(); },
        milliseconds(seconds), 0);
  }

  static void close(uv_handle_t* handle) {
    if (uv_is_closing(handle) == 0) uv_close(handle, nullptr);
  }

  double limit_;
  uv_process_t process_{};
  uv_timer_t timer_{};
  std::array<uv_pipe_t, 2> pipes_{};
  char buffer_[4096];
};

}  // namespace

ProgramEnd run_program(const std::vector<std::string>& command, double seconds) {
  Loop loop;
  Child child(loop.get(), command, seconds);
  bool interrupted = false;
  StopSignals signals(loop.get(), [&] {
    interrupted = true;
    child.kill();
  });
  uv_run(loop.get(), UV_RUN_DEFAULT);
  signals.close();
  child.close_all();
  uv_run(loop.get(), UV_RUN_DEFAULT);
  if (interrupted) throw Interrupted("interrupted");
  return child.end;
}

}  // namespace wgcts::harness

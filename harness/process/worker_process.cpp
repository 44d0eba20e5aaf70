#include "harness/process/worker_process.hpp"

#include <fmt/format.h>

#include <array>
#include <csignal>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace wgcts::harness {
namespace {

/// A line longer than this is no event of ours; its text is dropped.
constexpr std::size_t longest_line = std::size_t{4} << 20;
constexpr std::size_t longest_log = 8192;
/// A dead worker's children may hold its pipes open; they are not waited for longer.
constexpr std::uint64_t drain_milliseconds = 500;

WorkerProcess& self(void* handle) {
  return *static_cast<WorkerProcess*>(static_cast<uv_handle_t*>(handle)->data);
}

template <class Handle>
uv_handle_t* base(Handle& handle) {
  return reinterpret_cast<uv_handle_t*>(&handle);
}
uv_stream_t* stream(uv_pipe_t& pipe) { return reinterpret_cast<uv_stream_t*>(&pipe); }

std::string signal_name(int number) {
  const char* abbreviation = sigabbrev_np(number);
  return abbreviation != nullptr ? fmt::format("SIG{}", abbreviation) : fmt::format("signal {}", number);
}

}  // namespace

WorkerProcess::WorkerProcess(uv_loop_t* loop, const std::vector<std::string>& command, Callbacks callbacks)
    : loop_(loop), callbacks_(std::move(callbacks)) {
  const auto track = [this](auto& handle) {
    base(handle)->data = this;
    ++open_handles_;
  };
  for (uv_pipe_t* pipe : {&input_, &output_, &errors_}) {
    uv_pipe_init(loop, pipe, 0);
    track(*pipe);
  }
  for (uv_timer_t* timer : {&silence_, &drain_}) {
    uv_timer_init(loop, timer);
    track(*timer);
  }
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::array<uv_stdio_container_t, 3> stdio{};
  stdio[0].flags = static_cast<uv_stdio_flags>(UV_CREATE_PIPE | UV_READABLE_PIPE);
  stdio[0].data.stream = stream(input_);
  stdio[1].flags = stdio[2].flags = static_cast<uv_stdio_flags>(UV_CREATE_PIPE | UV_WRITABLE_PIPE);
  stdio[1].data.stream = stream(output_);
  stdio[2].data.stream = stream(errors_);
  uv_process_options_t options{};
  options.file = arguments[0];
  options.args = arguments.data();
  options.stdio_count = static_cast<int>(stdio.size());
  options.stdio = stdio.data();
  // A process group of its own: the launcher and all it started can be killed together, and Ctrl-C reaches
  // the supervisor alone.
  options.flags = UV_PROCESS_DETACHED;
  options.exit_cb = [](uv_process_t* process, std::int64_t code, int signal) {
    WorkerProcess& w = self(process);
    if (!w.ending_.timed_out)
      w.ending_.how = signal != 0 ? fmt::format("killed by {}", signal_name(signal))
                                  : fmt::format("ended with exit code {}", code);
    w.ending_.killed_from_outside = signal == SIGKILL && !w.ending_.timed_out;
    w.ending_.signal = signal;
    w.ending_.exit_code = code;
    w.exited_ = true;
    w.allow(0);
    w.close(base(*process));
    w.close_input();
    uv_timer_start(
        &w.drain_,
        [](uv_timer_t* timer) {
          WorkerProcess& late = self(timer);
          late.output_ended_ = true;
          late.end_if_done();
        },
        drain_milliseconds, 0);
    w.end_if_done();
  };
  track(process_);
  // A worker that is gone must cost a write, not this process. What is started gets the default back from
  // libuv.
  std::signal(SIGPIPE, SIG_IGN);
  const int error = uv_spawn(loop, &process_, &options);
  if (error != 0) {
    for (uv_handle_t* handle :
         {base(process_), base(input_), base(output_), base(errors_), base(silence_), base(drain_)})
      close(handle);
    while (open_handles_ > 0 && uv_run(loop, UV_RUN_ONCE) != 0) {
    }
    throw std::runtime_error(fmt::format("cannot start {}: {}", command.front(), uv_strerror(error)));
  }
  read_from(output_, &WorkerProcess::take_output);
  read_from(errors_, &WorkerProcess::take_errors);
}

void WorkerProcess::read_from(uv_pipe_t& pipe, void (WorkerProcess::*consume)(std::string_view)) {
  const uv_alloc_cb allocate = [](uv_handle_t*, std::size_t, uv_buf_t* buffer) {
    static std::array<char, 65536> memory;  // one loop, one read at a time
    *buffer = uv_buf_init(memory.data(), memory.size());
  };
  const auto on_output = [](uv_stream_t* s, ssize_t count, const uv_buf_t* buffer) {
    WorkerProcess& w = self(s);
    if (count > 0) return w.take_output({buffer->base, static_cast<std::size_t>(count)});
    if (count == 0) return;
    w.output_ended_ = true;
    uv_read_stop(s);
    w.end_if_done();
  };
  const auto on_errors = [](uv_stream_t* s, ssize_t count, const uv_buf_t* buffer) {
    if (count > 0) return self(s).take_errors({buffer->base, static_cast<std::size_t>(count)});
    if (count < 0) uv_read_stop(s);
  };
  if (consume == &WorkerProcess::take_output)
    uv_read_start(stream(pipe), allocate, on_output);
  else
    uv_read_start(stream(pipe), allocate, on_errors);
}

void WorkerProcess::take_output(std::string_view text) {
  while (!text.empty() && !reported_) {
    const std::size_t end = text.find('\n');
    if (line_.size() < longest_line) line_ += text.substr(0, end);
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
    const std::string line = std::exchange(line_, {});
    if (const auto event = parse_event(line)) {
      if (std::holds_alternative<Hello>(*event)) ending_.greeted = true;
      callbacks_.event(*this, *event);
    } else {
      take_errors(line + "\n");
    }
  }
}

void WorkerProcess::take_errors(std::string_view text) {
  log_ += text;
  if (log_.size() > 2 * longest_log) log_.erase(0, log_.size() - longest_log);
}

std::string WorkerProcess::take_log() {
  std::string log = std::exchange(log_, {});
  if (log.size() > longest_log) log.erase(0, log.size() - longest_log);
  return log;
}

void WorkerProcess::send(const Order& order) {
  struct Write {
    uv_write_t request;
    std::string line;
  };
  auto* write = new Write{{}, to_line(order)};
  uv_buf_t buffer = uv_buf_init(write->line.data(), static_cast<unsigned>(write->line.size()));
  write->request.data = write;
  // A worker that is dead already cannot be written to; its ending tells the rest.
  const int error = uv_write(&write->request, stream(input_), &buffer, 1,
                             [](uv_write_t* request, int) { delete static_cast<Write*>(request->data); });
  if (error != 0) delete write;
}

void WorkerProcess::allow(double seconds) {
  uv_timer_stop(&silence_);
  limit_ = seconds;
  if (seconds <= 0 || exited_) return;
  uv_timer_start(
      &silence_,
      [](uv_timer_t* timer) {
        WorkerProcess& w = self(timer);
        w.ending_.timed_out = true;
        w.ending_.how = fmt::format("no answer within {:g} s", w.limit_);
        w.kill();
      },
      static_cast<std::uint64_t>(seconds * 1000) + 1, 0);
}

void WorkerProcess::dismiss() { close_input(); }

void WorkerProcess::kill() {
  if (!exited_) ::kill(-process_.pid, SIGKILL);
}

void WorkerProcess::close_input() {
  if (!uv_is_closing(base(input_))) close(base(input_));
}

void WorkerProcess::close(uv_handle_t* handle) {
  if (!uv_is_closing(handle)) uv_close(handle, [](uv_handle_t* h) { --self(h).open_handles_; });
}

void WorkerProcess::end_if_done() {
  if (!exited_ || !output_ended_ || reported_) return;
  reported_ = true;
  for (uv_handle_t* handle : {base(input_), base(output_), base(errors_), base(silence_), base(drain_)})
    close(handle);
  ending_.log = take_log();
  callbacks_.ended(*this, ending_);
}

}  // namespace wgcts::harness

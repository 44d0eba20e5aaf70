#include "harness/process/worker_process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

#include "system/backtrace.hpp"
#include "system/processes.hpp"
#include "system/signals.hpp"

namespace wgcts::harness {
namespace {

/// The rest of a longer line is dropped. An event may have several outputs of 1 MiB. A driver's text may
/// begin like an event, so that has a limit, too.
constexpr std::size_t longest_text = std::size_t{4} << 20, longest_event = std::size_t{32} << 20;
constexpr std::size_t longest_log = 8192;
/// Children of a dead worker may keep its pipes open. The wait for them is limited.
constexpr std::uint64_t drain_milliseconds = 500;
/// A timer that is this late means that this process was stopped meanwhile: SIGSTOP, Ctrl-Z, a suspended
/// container or job, a busy machine. A second start of the timer costs little.
constexpr auto late_milliseconds = static_cast<std::uint64_t>(1000 * seconds_between_alive);
/// A killed process counts as unended after its time limit, but not before `least_to_end` and not after
/// `most_to_end` seconds. A call of a kernel module may block its end, and a busy system takes seconds to
/// free much memory.
constexpr double least_to_end = 3, most_to_end = 30;
/// The last part of each wait. The loop reads the output that has arrived before.
constexpr std::uint64_t reading_milliseconds = 10;
/// Factor by which the suite's own work may take longer than the driver's.
constexpr double suites_share = 10;
/// Number of Alive events that may be missing in a silence: one because the silence may begin right after
/// one, and one for a late thread. Beside 64 busy processes on one processor, the latest of 94 came after
/// 0.35 s instead of 0.25 s; on an idle machine, the latest of 99 after 0.26 s.
constexpr unsigned late_alive = 2;

template <class Handle>
uv_handle_t* base(Handle& handle) {
  return reinterpret_cast<uv_handle_t*>(&handle);
}
std::uint64_t milliseconds(double seconds) { return static_cast<std::uint64_t>(seconds * 1000) + 1; }
uv_stream_t* stream(uv_pipe_t& pipe) { return reinterpret_cast<uv_stream_t*>(&pipe); }

/// Connects `ours` to a new pipe. The child's end is -1 after an error.
int connect(uv_pipe_t& ours, bool is_written, uv_stdio_container_t& childs) {
  const std::size_t end = is_written ? 1 : 0;  // ours
  std::array<uv_file, 2> ends{-1, -1};         // for reading, for writing
  std::array<int, 2> flags{};
  flags[end] = UV_NONBLOCK_PIPE;
  const int error = uv_pipe(ends.data(), flags[0], flags[1]);
  childs.flags = UV_INHERIT_FD;
  childs.data.fd = ends[1 - end];
  return error != 0 ? error : uv_pipe_open(&ours, ends[end]);
}

void close_file(uv_file file) {
  uv_fs_t request;
  uv_fs_close(nullptr, &request, file, nullptr);
  uv_fs_req_cleanup(&request);
}

/// Why memory may have been short for the worker. Empty if there was enough.
std::string shortage(const WorkerSetup& setup, const system::Memory& before, const system::Memory& now) {
  // Behind a launcher the worker may be on another machine.
  if (!setup.launcher.empty()) return "and the memory available behind the launcher is unknown";
  return system::memory_shortage(before, now);
}

/// If signal n ended its process, a shell exits with this plus n. A launcher in Python may exit with -n, of
/// which the system keeps eight bits.
constexpr int signals_of_shells = 128, most_signal = 64;
/// The exit code of ssh without a connection.
constexpr int lost_connection = 255;

bool is_behind_launcher(const Ending& ending, const WorkerSetup& setup) {
  return !setup.launcher.empty() && ending.signal == 0;
}

/// The signal that ended the worker or its launcher; 0 for none.
int signal_of(const Ending& ending, const WorkerSetup& setup) {
  if (!is_behind_launcher(ending, setup) || ending.exit_code <= signals_of_shells) return ending.signal;
  const int code = static_cast<int>(ending.exit_code);
  return code <= signals_of_shells + most_signal ? code - signals_of_shells : 256 - code;
}

}  // namespace

std::string Ending::describe() const {
  const std::string what = timed_out || signal == 0 ? how : "was " + how;
  // The stage is that of the worker's first thread.
  const bool in_drivers_thread = at_suites_work() && has_backtrace;
  const std::string whilst =
      in_suites_work ? " in the suite's own work, by a defect there or because the driver had damaged memory"
      : in_drivers_thread ? " in a thread of the driver"
      : stage             ? fmt::format(" while {}", info(*stage).doing)
                          : "";
  if (lifeless)
    return fmt::format("{}{}: the worker was stopped, or its machine or its connection was lost{}", what,
                       whilst, unended_words());
  if (exit_blocked)
    return fmt::format("the worker crashed{}, and its process did not end{}{}", whilst, limit_words(),
                       unended_words());
  if (timed_out)
    return fmt::format("{}{}{}; {}{}", what, whilst, limit_words(),
                       short_limit ? "the attempt was given less than --timeout" : "--timeout allows more",
                       unended_words());
  return fmt::format("the worker {}{}{}", what, whilst, limit_words());
}

std::string Ending::unended_words() const {
  return unended == 0 ? "" : fmt::format(", and its process {} did not end when it was killed", unended);
}

std::string Ending::limit_words() const {
  return limits.empty() ? "" : ", under a limit of the machine: " + limits;
}

Verdict Ending::verdict() const {
  if (timed_out && !exit_blocked)
    return lifeless || at_suites_work() || !limits.empty() ? Verdict::NotRun : Verdict::Timeout;
  // The system also sends SIGKILL when the driver itself takes too much memory.
  const bool ended_by_others = killed_from_outside && signal != SIGKILL;
  return ended_by_others || in_suites_work || !limits.empty() ? Verdict::NotRun : Verdict::Crash;
}

struct WorkerProcess::Timer {
  uv_timer_t handle{};  ///< first, so that its address is that of the Timer
  std::uint64_t milliseconds = 0, due = 0;
  bool started_again = false, has_read = false;
  std::function<void()> then{};

  explicit Timer(uv_loop_t* loop) { uv_timer_init(loop, &handle); }

  void start(std::uint64_t after, std::function<void()> function) {
    started_again = has_read = false;
    then = std::move(function);
    milliseconds = after;
    run(after);
  }

  void run(std::uint64_t after) {
    // The loop's time is the time of its last wait. The callback that starts the timer may have run for long.
    uv_update_time(handle.loop);
    due = uv_now(handle.loop) + after;
    uv_timer_start(
        &handle, [](uv_timer_t* timer) { reinterpret_cast<Timer*>(timer)->on_time(); }, after, 0);
  }

  void on_time() {
    const std::uint64_t now = uv_hrtime() / 1000000;
    const bool was_stopped = now > due + late_milliseconds && !std::exchange(started_again, true);
    // A loop runs its timers before it reads. A reply may have arrived in time, however late the timer is.
    if (!was_stopped && has_read) return then();
    has_read = !was_stopped;
    run(was_stopped ? milliseconds : reading_milliseconds);
  }
};

/// The process, and the timer for the end of a killed process. It outlives the WorkerProcess until the
/// process has ended, and frees itself.
struct WorkerProcess::Child {
  uv_process_t process{};
  Handle<Timer> last;
  WorkerProcess* owner;  ///< nullptr when the object is destroyed

  void close() {
    if (process.type == UV_UNKNOWN_HANDLE) return delete this;  // it was not started
    uv_close(base(process), [](uv_handle_t* closed) { delete static_cast<Child*>(closed->data); });
  }
};

WorkerProcess::WorkerProcess(uv_loop_t* loop, const std::vector<std::string>& command,
                             WorkerCallbacks callbacks)
    : callbacks_(std::move(callbacks)),
      silence_(new Timer(loop)),
      drain_(new Timer(loop)),
      child_(new Child{{}, Handle<Timer>(new Timer(loop)), this}) {
  child_->process.data = child_;
  for (Handle<uv_pipe_t>* pipe : {&input_, &output_, &errors_}) {
    pipe->reset(new uv_pipe_t);
    uv_pipe_init(loop, pipe->get(), 0);
    (*pipe)->data = this;
  }
  start(loop, command);
}

WorkerProcess::~WorkerProcess() {
  kill();
  // If the worker still runs, the loop waits for its exit, so that no zombie remains.
  if (!exited_) child_->owner = nullptr;
}

void WorkerProcess::start(uv_loop_t* loop, const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  // Sockets, as of UV_CREATE_PIPE, cannot be opened as /dev/stderr by a launcher or a program of the driver.
  std::array<uv_stdio_container_t, 3> stdio{};
  int error = connect(*input_, true, stdio[0]);
  if (error == 0) error = connect(*output_, false, stdio[1]);
  if (error == 0) error = connect(*errors_, false, stdio[2]);
  uv_process_options_t options{};
  options.file = arguments[0];
  options.args = arguments.data();
  options.stdio_count = static_cast<int>(stdio.size());
  options.stdio = stdio.data();
  // A separate process group lets the suite kill the launcher and all its children together. Ctrl-C then
  // reaches only the supervisor.
  options.flags = UV_PROCESS_DETACHED;
  options.exit_cb = [](uv_process_t* process, std::int64_t code, int signal) {
    Child& child = *static_cast<Child*>(process->data);
    child.close();
    // Kills processes that a worker or its launcher left behind, such as compilers. The group contains no
    // others.
    system::kill_group(process->pid);
    if (child.owner != nullptr) child.owner->on_exit(code, signal);
  };
  // Writing to a dead worker must fail, not end this process. libuv resets the signal for child processes.
  system::ignore_closed_pipes();
  if (error == 0) error = uv_spawn(loop, &child_->process, &options);
  for (const uv_stdio_container_t& childs : stdio)
    if (childs.flags == UV_INHERIT_FD && childs.data.fd >= 0) close_file(childs.data.fd);
  if (error != 0) {
    child_->close();
    throw std::runtime_error(fmt::format("cannot start {}: {}", command.front(), uv_strerror(error)));
  }
  const uv_alloc_cb allocate = [](uv_handle_t*, std::size_t, uv_buf_t* buffer) {
    static std::array<char, 65536> memory;  // one loop, one read at a time
    *buffer = uv_buf_init(memory.data(), memory.size());
  };
  uv_read_start(stream(*output_), allocate, [](uv_stream_t* s, ssize_t count, const uv_buf_t* buffer) {
    auto* const worker = static_cast<WorkerProcess*>(s->data);
    if (count < 0) uv_read_stop(s);
    if (count < 0) worker->on_output_end();
    if (count > 0) worker->take_output({buffer->base, static_cast<std::size_t>(count)});
  });
  uv_read_start(stream(*errors_), allocate, [](uv_stream_t* s, ssize_t count, const uv_buf_t* buffer) {
    auto* const worker = static_cast<WorkerProcess*>(s->data);
    if (count < 0) uv_read_stop(s);
    if (count > 0) worker->take_errors({buffer->base, static_cast<std::size_t>(count)});
  });
}

void WorkerProcess::on_exit(std::int64_t code, int signal) {
  exited_ = true;
  ending_.signal = signal;
  ending_.exit_code = code;
  if (!ending_.timed_out)
    ending_.how = signal != 0 ? fmt::format("killed by {}", system::signal_name(signal))
                              : fmt::format("ended with exit code {}", code);
  ending_.killed_from_outside = system::comes_from_outside(signal) && !ending_.timed_out;
  allow(0);
  dismiss();
  drain_->start(drain_milliseconds, [this] { on_output_end(); });
  end_if_done();
}

/// The killed process did not exit. It still holds its pipes open.
void WorkerProcess::on_no_exit() {
  ending_.unended = child_->process.pid;
  output_ended_ = true;
  on_exit(0, SIGKILL);
}

void WorkerProcess::on_output_end() {
  output_ended_ = true;
  take_errors(std::exchange(line_, {}));
  end_if_done();
}

void WorkerProcess::take_output(std::string_view text) {
  while (!text.empty() && !reported_) {
    const std::size_t end = text.find('\n');
    const bool may_be_event = line_.starts_with('{');
    if (line_.size() < (may_be_event ? longest_event : longest_text)) line_ += text.substr(0, end);
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
    const std::string line = std::exchange(line_, {});
    if (line.empty()) continue;
    const auto event = parse_event(line);
    if (const Alive* const alive = event ? std::get_if<Alive>(&*event) : nullptr; alive != nullptr) {
      ++alive_;
      if (alive->spent.running > 0) spent_ = alive->spent;  // zero: unknown
      if (!alive->limits.empty()) ending_.limits = alive->limits;
    } else if (event) {
      handle(*event);
      callbacks_.event(*this, *event);
    } else {
      take_errors(line + "\n");
    }
  }
}

void WorkerProcess::handle(const Event& event) {
  if (const auto* hello = std::get_if<Hello>(&event)) {
    ending_.greeted = true;
    ending_.limits = hello->limits;
    processors_ = std::max(1U, hello->processors);
  }
  if (std::holds_alternative<Done>(event)) ending_.stage.reset();
  if (const auto* at = std::get_if<At>(&event)) {
    ending_.stage = at->stage;
    restart_timer();
  }
}

void WorkerProcess::take_errors(std::string_view text) {
  log_ += text;
  if (log_.size() <= 2 * longest_log) return;
  search_log();
  log_.erase(0, log_.size() - longest_log);
}

/// Finds the worker's messages about its end before the log is cut. An incomplete line is read again.
void WorkerProcess::search_log() {
  ending_.output_closed |= log_.find(output_closed_message) != std::string::npos;
  ending_.in_suites_work |= log_.find(system::suites_work_title) != std::string::npos;
  ending_.has_backtrace |= system::has_backtrace(log_);
  if (const std::size_t at = log_.rfind(system::limit_words); at != std::string::npos) {
    const std::size_t from = at + std::strlen(system::limit_words);
    ending_.limits = log_.substr(from, log_.find('\n', from) - from);
  }
}

std::string WorkerProcess::take_log() {
  search_log();
  std::string log = std::exchange(log_, {});
  if (log.size() > longest_log) log.erase(0, log.size() - longest_log);
  return log;
}

void WorkerProcess::send(const Order& order) {
  struct Write {
    uv_write_t request;
    std::string line;
  };
  if (!input_) return;
  auto write = std::make_unique<Write>(Write{{}, to_line(order)});
  uv_buf_t buffer = uv_buf_init(write->line.data(), static_cast<unsigned>(write->line.size()));
  write->request.data = write.get();
  // Writing to a dead worker fails. Its Ending follows.
  const int error = uv_write(&write->request, stream(*input_), &buffer, 1,
                             [](uv_write_t* request, int) { delete static_cast<Write*>(request->data); });
  if (error == 0) (void)write.release();
}

void WorkerProcess::allow(double seconds) {
  seconds_ = seconds;
  restart_timer();
}

void WorkerProcess::restart_timer() {
  if (!silence_) return;
  uv_timer_stop(&silence_->handle);
  if (seconds_ <= 0 || exited_ || ending_.timed_out) return;
  spent_before_ = spent_;
  waited_ = 0;
  alive_ = 0;
  wait_for_sign(time_left());
}

void WorkerProcess::wait_for_sign(double seconds) {
  waited_ += seconds;
  silence_->start(milliseconds(seconds), [this] { on_silence(); });
}

double WorkerProcess::limit() const { return seconds_ * (ending_.at_suites_work() ? suites_share : 1); }

double WorkerProcess::unseen() const {
  // Without a connection no worker can send anything.
  const bool may_send = ending_.greeted && !output_ended_;
  return may_send ? std::max(0.0, waited_ - seconds_between_alive * (late_alive + alive_)) : 0;
}

/// Adds to the limit the time in which other processes had the processors or the worker did not run at all.
/// The last Alive is up to a period old.
double WorkerProcess::time_left() const {
  const double waiting = spent_.waiting - spent_before_.waiting,
               running = spent_.running - spent_before_.running;
  // Parallel threads do the same work in less time, unless they share a processor.
  const double at_once =
      std::clamp((running + waiting) / std::max(waited_, seconds_between_alive), 1.0, processors_);
  const double lost = std::min(waiting + unseen(), waited_ - running / at_once);
  return limit() + seconds_between_alive - (waited_ - std::max(0.0, lost));
}

void WorkerProcess::on_silence() {
  ending_.lifeless = unseen() > limit();
  // A shorter wait may miss the next Alive.
  if (const double left = time_left(); left > 0 && !ending_.lifeless)
    return wait_for_sign(std::max(left, late_alive * seconds_between_alive));
  ending_.timed_out = true;
  search_log();
  ending_.exit_blocked = ending_.lifeless && ending_.has_backtrace;
  ending_.lifeless &= !ending_.exit_blocked;
  ending_.how = ending_.lifeless ? fmt::format("no sign of life for {:g} s", limit())
                : ending_.at_suites_work()
                    ? fmt::format("no answer within {:g} times {:g} s", suites_share, seconds_)
                    : fmt::format("no answer within {:g} s", seconds_);
  kill();
}

void WorkerProcess::dismiss() { input_.reset(); }

void WorkerProcess::kill() {
  if (exited_) return;
  system::kill_group(child_->process.pid);
  if (uv_is_active(base(child_->last->handle)) != 0) return;
  const double seconds = seconds_ > 0 ? std::clamp(seconds_, least_to_end, most_to_end) : most_to_end;
  child_->last->start(milliseconds(seconds), [child = child_] {
    child->close();
    system::note_unended(child->process.pid);
    if (child->owner != nullptr) child->owner->on_no_exit();
  });
}

void WorkerProcess::end_if_done() {
  if (!exited_ || !output_ended_ || reported_) return;
  reported_ = true;
  for (Handle<uv_pipe_t>* pipe : {&input_, &output_, &errors_}) pipe->reset();
  silence_.reset();
  drain_.reset();
  ending_.log = take_log();
  // The callback may destroy this object, which holds the callback.
  const auto ended = std::move(callbacks_.ended);
  const Ending ending = ending_;
  ended(*this, ending);
}

bool is_of_launcher(const Ending& ending, const WorkerSetup& setup) {
  // ssh exits with lost_connection, too, if a signal has killed the worker. A backtrace shows a crash.
  return is_behind_launcher(ending, setup) && !ending.has_backtrace &&
         (ending.exit_code == lost_connection || system::comes_from_outside(signal_of(ending, setup)));
}

std::optional<std::string> excuse_for(const Ending& ending, const WorkerSetup& setup,
                                      const system::Memory& before, const system::Memory& now,
                                      const std::optional<Refused>& refused) {
  // A killed process that has not ended may still hold the device.
  if (const int left = system::unended_beside(ending.unended); left != 0)
    return fmt::format("and beside the process {}, which did not end when it was killed", left);
  if (ending.in_suites_work) return "and not in a call of the driver";
  if (ending.verdict() == Verdict::NotRun) return "and not by the driver";
  // Some drivers compile in a separate process. If the system killed it, the driver refuses, crashes or
  // waits.
  if (std::string kills = system::kills_for_memory(before, now); !kills.empty()) return kills;
  const int error = refused ? refused->error : 0;
  if (error == out_of_host_memory) return shortage(setup, before, now);
  // Every call may return these errors while another program uses the device's resources.
  if (is_lack_of_resources(error)) return "";
  if (refused && is_device_in_use(*refused)) return "and another program uses the device";
  // A failure while a worker sets up the device would count against all cases of the job. Another program may
  // block the device, and the loader calls the drivers of other platforms, too.
  const bool in_setup = !refused && ending.stage && sets_up(*ending.stage);
  const auto once_in_setup = in_setup ? std::optional<std::string>("") : std::nullopt;
  if (ending.timed_out) return once_in_setup;
  if (signal_of(ending, setup) == SIGKILL) {
    std::string reason = shortage(setup, before, now);
    return reason.empty() ? system::limit_that_kills() : reason;
  }
  // After a refusal that arrived, or a crash with a backtrace, the connection was not lost.
  if (refused || setup.launcher.empty() || ending.has_backtrace) return once_in_setup;
  // The launcher may be a separate process that crashed.
  if (!is_behind_launcher(ending, setup)) return "";
  // A lost connection looks like a driver that calls exit(). A crash leaves its signal in the exit code.
  const bool has_crashed = ending.exit_code > signals_of_shells && !is_of_launcher(ending, setup);
  return has_crashed ? "" : "and the launcher may have lost its connection";
}

bool ended_badly(const Ending& ending, const WorkerSetup& setup, const system::Memory& before,
                 const system::Memory& now, bool dismissed, bool beside_busy) {
  const auto reason = excuse_for(ending, setup, before, now);
  const bool may_be_lost = !dismissed || setup.launcher.empty();
  if (may_be_lost && reason && !reason->empty()) return false;
  return !ending.killed_from_outside && !is_of_launcher(ending, setup) &&
         !(ending.timed_out && beside_busy) && ending.verdict() != Verdict::NotRun &&
         (ending.signal != 0 || ending.exit_code != 0) && system::unended_beside(ending.unended) == 0;
}

}  // namespace wgcts::harness

#include "harness/process/child_program.hpp"

#include <optional>
#include <stdexcept>

#include "harness/process/ask.hpp"
#include "harness/process/event_loop.hpp"
#include "harness/process/worker_process.hpp"

namespace wgcts::harness {

ProgramEnd run_program(const std::vector<std::string>& command, double seconds) {
  Loop loop;
  ProgramEnd end;
  bool interrupted = false;
  std::optional<WorkerProcess> program;
  StopSignals signals(loop.get(), [&] {
    interrupted = true;
    if (program) program->kill();
  });
  try {
    program.emplace(
        loop.get(), command,
        WorkerProcess::Callbacks{
            [](WorkerProcess&, const Event&) {},
            [&](WorkerProcess&, const Ending& ending) {
              end = {true, ending.timed_out, ending.signal, static_cast<int>(ending.exit_code), ending.log};
            }});
    program->dismiss();
    program->allow(seconds);
  } catch (const std::runtime_error&) {
    // The program does not exist: `started` stays false.
  }
  uv_run(loop.get(), UV_RUN_DEFAULT);
  signals.close();
  uv_run(loop.get(), UV_RUN_DEFAULT);
  if (interrupted) throw Interrupted("interrupted");
  return end;
}

}  // namespace wgcts::harness

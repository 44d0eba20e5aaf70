#include "harness/process/excuse.hpp"

#include <fmt/format.h>

#include "system/processes.hpp"
#include "system/signals.hpp"

namespace wgcts::harness {
namespace {

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

bool is_of_launcher(const Ending& ending, const WorkerSetup& setup) {
  // ssh exits with lost_connection, too, if a signal has killed the worker. A backtrace shows a crash.
  return is_behind_launcher(ending, setup) && !ending.has_backtrace &&
         (ending.exit_code == lost_connection || system::comes_from_outside(signal_of(ending, setup)));
}

std::optional<std::string> excuse_for(const Ending& ending, const WorkerSetup& setup,
                                      const system::Memory& before, const system::Memory& now,
                                      std::optional<int> refusal) {
  // A killed process that has not ended may still hold the device.
  if (const int left = system::unended_beside(ending.unended); left != 0)
    return fmt::format("and beside the process {}, which did not end when it was killed", left);
  if (ending.in_suites_work) return "and not in a call of the driver";
  if (ending.verdict() == Verdict::NotRun) return "and not by the driver";
  // Some drivers compile in a separate process. If the system killed it, the driver refuses, crashes or
  // waits.
  if (std::string kills = system::kills_for_memory(before, now); setup.launcher.empty() && !kills.empty())
    return kills;
  if (refusal == out_of_host_memory) return shortage(setup, before, now);
  // Every call may return these errors while another program uses the device's resources.
  if (refusal && is_lack_of_resources(*refusal)) return "";
  if (ending.timed_out) return std::nullopt;
  if (system::is_forced_end(signal_of(ending, setup))) {
    std::string reason = shortage(setup, before, now);
    return reason.empty() ? system::limit_that_kills() : reason;
  }
  // After a refusal that arrived, or a crash with a backtrace, the connection was not lost.
  if (refusal || setup.launcher.empty() || ending.has_backtrace) return std::nullopt;
  // The launcher may be a separate process that crashed.
  if (!is_behind_launcher(ending, setup)) return "";
  // A lost connection looks like a driver that calls exit(). A crash leaves its signal in the exit code.
  const bool has_crashed = ending.exit_code > signals_of_shells && !is_of_launcher(ending, setup);
  return has_crashed ? "" : "and the launcher may have lost its connection";
}

}  // namespace wgcts::harness

// Names of signals, and functions that ignore, block or raise them.
#pragma once

#include <span>
#include <string>

#include "layers.hpp"

namespace wgcts::system {

/// "SIGSEGV"; "signal 42" for one without a name.
std::string signal_name(int number);

/// Whether the signal comes from another process. Crashing drivers get other signals, such as SIGSEGV and
/// SIGABRT.
bool comes_from_outside(int number);

/// The signals that end a run early, but leave time for a report.
std::span<const int> stop_signals();

bool is_ignored(int number);

/// While such an object exists, stop signals are blocked in this thread. Signals that arrive in the meantime
/// end the program afterwards, so that no incomplete file is left. Several objects may overlap.
class HeldSignals {
 public:
  HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  ~HeldSignals();
};

/// Receives the ends of child processes, although the program that started this one may have blocked their
/// signal.
void receive_ends_of_children();

/// Makes writes to a closed pipe fail instead of ending the process.
void ignore_closed_pipes();
/// The same, and also for files that reach the size limit.
void ignore_unwritable_files();
/// Ends the process by SIGPIPE, like a write to a closed pipe by default.
[[noreturn]] void end_by_closed_pipe();

}  // namespace wgcts::system

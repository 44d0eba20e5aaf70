// Runs another program to its end, such as a compiler or its output.
#pragma once

#include <string>
#include <vector>

#include "layers.hpp"

namespace wgcts::harness {

struct ProgramEnd {
  bool started = false;  ///< false: there is no such program
  bool timed_out = false;
  int signal = 0;        ///< the signal that ended it; 0: none
  int exit_code = 0;     ///< if no signal ended it
  std::string output{};  ///< the end of standard output and error, at most 8 KiB
};

/// Runs `command`, a program and its arguments, found by PATH, with an empty standard input. After `seconds`
/// it and all its child processes are killed. Throws Interrupted if the user ends the run.
ProgramEnd run_program(const std::vector<std::string>& command, double seconds);

}  // namespace wgcts::harness

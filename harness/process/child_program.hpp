// A program that runs to its end beside this one: a compiler, or what it made.
#pragma once

#include <string>
#include <vector>

#include "layers.hpp"

namespace wgcts::harness {

struct ProgramEnd {
  bool started = false;  ///< false: there is no such program, or it is none
  bool timed_out = false;
  int signal = 0;        ///< that ended it; 0 for none
  int exit_code = 0;     ///< where it ended by itself
  std::string output{};  ///< standard output and error, the first 64 KiB
};

/// Runs `command`, a program and its arguments, found by PATH, for so many seconds at most; then it and all
/// that it started are killed. Its standard input is empty. Throws Interrupted where somebody ends the run.
ProgramEnd run_program(const std::vector<std::string>& command, double seconds);

}  // namespace wgcts::harness

// A bug as a C program that uses only libOpenCL, for a bug report or a regression suite.
#pragma once

#include <string>

#include "harness/experiments/experiments.hpp"

namespace wgcts::reports {

/// How to repeat the run.
struct RunAgain {
  std::string command;  ///< shell command that runs the case again; empty for `wgcts run` with its name
  std::string launch;   ///< prefix that starts a program on the device's driver; empty if none is needed
};

/// The program's text. It exits with 0 if the results are correct, 1 if the bug shows, and 77 if it is
/// inconclusive. A child process calls the driver, because the driver may crash or hang. If no small kernel
/// shows the bug, the program contains the form's kernel.
std::string reproducer_text(const Bug& bug, const FailingRun& failing_run, const DeviceFacts& device,
                            const RunAgain& run_again = {});

}  // namespace wgcts::reports

// The comment at the top of a reproducer: the bug, the rule that it breaks, expected and observed results.
#pragma once

#include <string>

#include "harness/diagnose/failing_run.hpp"

namespace wgcts::reports {

/// How to repeat the run.
struct RunAgain {
  std::string command;  ///< shell command that runs the case again; empty for `wgcts run` with its name
  std::string
      launch;  ///< command prefix that starts a program on the device's driver; empty if none is needed
};

/// The text of the C comment.
std::string header_text(const Bug& bug, const FailingRun& failing_run, const DeviceFacts& device,
                        const RunAgain& run_again);

}  // namespace wgcts::reports

// A bug as a C program that uses only libOpenCL, for a bug report or a regression suite.
#pragma once

#include <optional>
#include <string>

#include "harness/diagnose/minimal.hpp"
#include "reports/reproducer/header.hpp"

namespace wgcts::reports {

/// The maximum number of lines, so that people read the program.
inline constexpr long most_reproducer_lines = 120;

/// The program's text; nothing if it would have most_reproducer_lines or more. It exits with 0 if the results
/// are correct, 1 if the bug shows, and 77 if it is inconclusive. A child process calls the driver, as it may
/// crash or hang.
std::optional<std::string> reproducer_text(const Bug& bug, const FailingRun& failing_run,
                                           const DeviceFacts& device, const Replay& replay = {});

/// The same, however long: a form's own kernel, where no small one shows the bug, may go beyond the limit.
std::string reproducer_of_any_length(const Bug& bug, const FailingRun& failing_run, const DeviceFacts& device,
                                     const Replay& replay = {});

}  // namespace wgcts::reports

// A bug as a program: one C file that uses libOpenCL and nothing of ours, for a bug report or a regression
// suite.
#pragma once

#include <optional>
#include <string>

#include "harness/diagnose/minimal.hpp"
#include "reports/reproducer/header.hpp"

namespace wgcts::reports {

/// Lines that such a file has at most: what is longer is not read.
inline constexpr long most_reproducer_lines = 120;

/// The text of the file. It exits 0 where the results are right, 1 where the bug shows, 77 where it cannot
/// tell. Where the bug takes its process down, or never ends, a child process meets it. Nothing where the
/// data or kernel makes it as long as most_reproducer_lines.
std::optional<std::string> reproducer_text(const Bug& bug, const Specimen& specimen,
                                           const DeviceFacts& device, const Replay& replay = {});

/// The same, however long: a form's own kernel, where no small one shows the bug, may go beyond the limit.
std::string reproducer_of_any_length(const Bug& bug, const Specimen& specimen, const DeviceFacts& device,
                                     const Replay& replay = {});

}  // namespace wgcts::reports

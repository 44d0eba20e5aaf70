// What stands above a reproducer: the bug in words, the rule that it breaks, what was expected and what came.
#pragma once

#include <string>

#include "harness/diagnose/minimal.hpp"

namespace wgcts::reports {

/// How the run went about it, for who does it again.
struct Replay {
  std::string command;  ///< that judges the case again, for a shell; empty: `wgcts run` and the case's name
  std::string launch;   ///< what starts a program on the device's driver; empty where nothing need
};

/// A comment of C.
std::string header_text(const Bug& bug, const Specimen& specimen, const DeviceFacts& device,
                        const Replay& replay);

}  // namespace wgcts::reports

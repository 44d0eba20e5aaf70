// Runs a trial: a kernel to the letter.
#pragma once

#include <string>
#include <vector>

#include "harness/driver/device_launch.hpp"
#include "harness/driver/progress.hpp"
#include "harness/program/trial.hpp"

namespace wgcts::harness {

/// Builds, launches once, and gives the bytes of the output buffer; `salt` stands behind the program's text.
/// Throws Refusal for what the driver refuses.
std::vector<std::byte> run_trial(const Trial& trial, const DeviceSession& session, const std::string& salt,
                                 Progress& progress);

}  // namespace wgcts::harness

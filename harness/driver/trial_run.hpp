// Runs a trial: one kernel, exactly as it is written and on the data that is given, for a diagnosis that
// tries whether a simpler one shows the bug too. Nothing is judged here.
#pragma once

#include <string>
#include <vector>

#include "harness/driver/device_launch.hpp"
#include "harness/driver/stage_reports.hpp"
#include "harness/program/trial.hpp"

namespace wgcts::harness {

/// Builds, launches as the trial's situation has it, and gives the bytes of the output buffer, and those of
/// other launches on the same input that wrote something else; `salt` stands behind the program's text.
/// Throws Refusal for what the driver refuses, and for what the device lacks.
std::vector<std::vector<std::byte>> run_trial(const Trial& trial, const DeviceSession& whole,
                                              const std::string& salt, Progress& progress);

}  // namespace wgcts::harness

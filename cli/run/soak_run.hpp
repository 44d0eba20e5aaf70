// Runs a soak.
#pragma once

#include "cli/run/judged_run.hpp"

namespace wgcts::cli {

/// Tests drawn cases until the run is stopped or its time is over. `run.report` contains the results of an
/// earlier part of the soak. Fills in its cases, workers, progress and completeness.
void judge_soak(const JudgedRun& run);

}  // namespace wgcts::cli

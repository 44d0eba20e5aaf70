// Judging a soak.
#pragma once

#include "cli/run/judged_run.hpp"

namespace wgcts::cli {

/// Judges what the soak draws until it is stopped or its time is up. `run.report` holds what an earlier part
/// of the soak left; its cases, workers, progress and completeness are filled in.
void judge_soak(const JudgedRun& run);

}  // namespace wgcts::cli

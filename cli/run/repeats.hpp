// Judging the selection: once, or in turns where --repeat or --until-fail ask for several.
#pragma once

#include <vector>

#include "cli/run/judged_run.hpp"
#include "harness/schedule/supervisor.hpp"

namespace wgcts::cli {

/// How many turns all cases have had, at least the one that gave them their verdicts. A case that failed
/// takes part in each: its attempts are no measure, for it was tried again within a turn.
std::size_t turns_had(const std::vector<CaseResult>& results);

/// Judges what the request asks for, as often as the options say. `run.report`'s cases, workers and
/// completeness are filled in; all turns together have the time budget.
void judge_in_turns(const JudgedRun& run, Request request);

}  // namespace wgcts::cli

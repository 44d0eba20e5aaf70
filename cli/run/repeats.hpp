// Tests the selection once, or in several turns with --repeat or --until-fail.
#pragma once

#include <vector>

#include "cli/run/judged_run.hpp"
#include "harness/schedule/supervisor.hpp"

namespace wgcts::cli {

/// The number of turns that all cases have completed, at least 1. Failed cases are ignored: they were retried
/// within a turn, so the number of their attempts says nothing about turns.
std::size_t turns_had(const std::vector<CaseResult>& results);

/// Runs the request as often as the options ask for. Fills in cases, workers and completeness of
/// `run.report`. The time budget is for all turns together.
void judge_in_turns(const JudgedRun& run, Request request);

}  // namespace wgcts::cli

// Tests the selected cases, and fills in the report.
#pragma once

#include <functional>
#include <optional>

#include "cli/options/options.hpp"
#include "cli/run/resume.hpp"
#include "harness/process/worker_setup.hpp"
#include "harness/schedule/supervisor.hpp"
#include "reports/model/report.hpp"

namespace wgcts::cli {

/// The state of a run: its options, workers, journal and report.
struct JudgedRun {
  const Options& options;
  const WorkerSetup& setup;
  JournalWriter& journal;
  Report& report;  ///< `run` and `device` are already set
};

/// Adds failures that belong to no case to the report, and prints the remarks.
void add_run_failures(const Outcomes& outcomes, Report& report);

/// Fills in the report's device, cases, workers and completeness. `report.run` is already set. `earlier` is
/// the run that --resume continues. `accept` can reject the device by an exception before the first case. The
/// caller removes the journal after it has written the report. Returns the setup of the workers; nothing if
/// no device was found.
std::optional<WorkerSetup> judge(const Options& options, const std::vector<Case>& cases,
                                 const std::optional<Report>& earlier, const std::string& journal_file,
                                 const std::function<void(const DeviceFacts&)>& accept, Report& report);

}  // namespace wgcts::cli

// The state of a run: its options, workers, journal and report.
#pragma once

#include <fmt/format.h>

#include "cli/options/options.hpp"
#include "cli/run/journal_writer.hpp"
#include "harness/process/worker_setup.hpp"
#include "harness/schedule/supervisor.hpp"
#include "reports/model/report.hpp"

namespace wgcts::cli {

struct JudgedRun {
  const Options& options;
  const WorkerSetup& setup;
  JournalWriter& journal;
  Report& report;  ///< `run` and `device` are already set
};

/// Adds failures that belong to no case to the report, and prints the remarks.
inline void add_run_failures(const Outcomes& outcomes, Report& report) {
  for (const std::string& remark : outcomes.remarks) fmt::print(stderr, "wgcts: {}\n", remark);
  report.defects.insert(report.defects.end(), outcomes.defects.begin(), outcomes.defects.end());
  report.worker_failures.insert(report.worker_failures.end(), outcomes.worker_failures.begin(),
                                outcomes.worker_failures.end());
}

}  // namespace wgcts::cli

// A run in the making: what it is judged with, and where its results go.
#pragma once

#include "cli/options/options.hpp"
#include "cli/run/journal_writer.hpp"
#include "harness/process/worker_setup.hpp"
#include "reports/model/report.hpp"

namespace wgcts::cli {

struct JudgedRun {
  const Options& options;
  const WorkerSetup& setup;
  JournalWriter& journal;
  Report& report;  ///< `run` and `device` are known
};

}  // namespace wgcts::cli

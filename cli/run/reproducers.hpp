// Finds the smallest case of each bug, and writes, compiles and runs C programs.
#pragma once

#include <exception>
#include <string>

#include "cli/options/options.hpp"
#include "harness/experiments/experiments.hpp"
#include "harness/process/worker_process.hpp"
#include "reports/model/report.hpp"

namespace wgcts::cli {

/// Minimises all bugs of the report within `seconds`. Writes SIGNATURE.c for each reproduced bug into the
/// existing folder `folder`, unless that is empty. Fills in the fields of results/bug.hpp for both. Returns
/// the error if a program cannot be written, because the run first reports its verdicts. Throws like the
/// connection. Bugs that were completed before keep their results.
std::exception_ptr complete_bugs(Report& report, WorkerConnection& connection, double seconds,
                                 const std::string& folder);

/// The C program for a bug, or the reason why there is none.
struct Reproducer {
  std::string text, why_not;
  bool time_may_help = false;  ///< a longer search may find a program
};
Reproducer reproducer_of(const Bug& bug, const Minimised& found, const Report& report);

/// The reason why the run has no program for the bug, with a command that searches longer if more time may
/// help.
std::string why_none(const Reproducer& none, const Bug& bug, const Report& report);

/// Compiles the bug's C program with `--cc`, and runs it through the kit or the launcher, like a worker. Sets
/// `proof`. If the program ran, also sets `reproduced`. Does nothing for a bug without a program.
void prove(Bug& bug, const Options& options, const WorkerSetup& setup, const DeviceFacts& device);

}  // namespace wgcts::cli

// From bugs to their smallest cases, and to files that show them.
#pragma once

#include <string>
#include <vector>

#include "cli/options/options.hpp"
#include "cli/run/output_paths.hpp"
#include "harness/diagnose/minimal.hpp"
#include "harness/process/worker_setup.hpp"
#include "reports/model/report.hpp"

namespace wgcts::cli {

/// Minimises the report's bugs in the lab, within so many seconds together; and where `folder` is not empty,
/// which must exist, writes a program for each that showed itself again, SIGNATURE.c. Sets what
/// results/bug.hpp says of both. Throws as the lab does; bugs that were done with by then stay so.
void complete_bugs(Report& report, Lab& lab, double seconds, const std::string& folder);

/// The program for one bug of the report's device, or a sentence that says why there is none.
struct Reproducer {
  std::string text, why_not;
  bool time_may_help = false;  ///< of `why_not`: a longer search may find one
};
Reproducer reproducer_of(const Bug& bug, const Minimised& found, const Report& report);

/// Why a run has no program of the bug, with the command that searches longer where that may help.
std::string why_none(const Reproducer& none, const Bug& bug, const Report& report);

/// The folder and those above it: where they are to be, no file can.
std::vector<NamedPath> folders_of_reproducers(const std::string& folder);

/// Makes the folder that the option names, if it is not there. Throws UsageError where that cannot be.
void check_folder(const std::string& folder, const std::string& option = "--reproducers");

}  // namespace wgcts::cli

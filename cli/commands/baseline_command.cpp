// `wgcts baseline`: writes the known failures of a report to a baseline file.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/commands/commands.hpp"
#include "cli/run/outputs.hpp"
#include "reports/compare/baseline.hpp"
#include "reports/compare/bug_changes.hpp"
#include "reports/model/read_json.hpp"
#include "reports/model/text.hpp"
#include "system/output_file.hpp"

namespace wgcts::cli {
namespace {

void declare_baseline(CLI::App& command, Options& to) {
  command.add_option("FILE", to.reports, "the report; - is standard input")->required()->expected(1);
  command.add_option("-o,--output", to.output, "write the baseline to this file; - is standard output");
  auto* reasons =
      command.add_option("--reasons", to.reasons, "copy reasons and bug links from this baseline");
  command
      .add_option("--update", to.update,
                  "update this baseline: drop what passes, add what fails, keep what was not tested")
      ->excludes(reasons);
  command.add_flag("--by-bug", to.by_bug,
                   "one entry for each bug, and entries for cases that no bug explains");
  command.add_option("--reason", to.reason, "reason of all other entries")->capture_default_str();
}

/// Adds a line for each bug that has none. A bug of unknown cause gets no line: another bug of unknown cause
/// can have the same signature, and the line would hide it.
void name_bugs(const Report& report, Baseline& reasons) {
  if (!lists_bugs(report)) throw UsageError("--by-bug: the report has failures, but lists no bugs");
  for (const Bug& bug : report.bugs)
    if (bug.what.code != "unknown" &&
        std::ranges::find(reasons.lines, bug.signature, &KnownFailure::signature) == reasons.lines.end())
      reasons.lines.push_back(line_about(bug));
}

int execute_baseline(const Options& options) {
  const bool update = !options.update.empty();
  if (options.output.empty() && !update)
    throw UsageError("baseline: give --output FILE, or --update FILE to change an existing baseline");
  const std::string output = options.output.empty() ? options.update : options.output;
  check_output_paths({{"--output", output}}, {{"the report that is read", options.reports.front()}});
  const std::string& known = update ? options.update : options.reasons;
  Baseline reasons = known.empty() ? Baseline{} : read_baseline(known);
  const Report report = validated_report(options.reports.front()).report;
  if (report.device.name.empty())
    throw UsageError("a baseline describes a device, but this report has no device");
  if (const auto why = update ? why_not_for(reasons, report.device) : ""; !why.empty())
    throw UsageError(fmt::format("{} {}", display_name(options.update), why));
  if (options.by_bug) name_bugs(report, reasons);
  Baseline baseline = baseline_of(report, reasons, {"", {}, options.reason, ""}, update);
  if (update) baseline.driver = reasons.driver;
  if (const auto gap = update ? "" : gaps_of(report); !gap.empty())
    fmt::print(stderr,
               "wgcts: the baseline may miss known failures: {}; a report of --profile full gives a complete "
               "baseline\n",
               printable(gap));
  baseline.about =
      fmt::format("{}, {}, driver {}; profile {}, seed {}", report.device.name, report.device.version,
                  report.device.driver, report.run.profile, report.run.seed);
  write_baseline(baseline, output);
  if (output != "-") fmt::print("{}: {}\n", output, counted(baseline.lines.size(), "line"));
  return 0;
}

}  // namespace

const Command baseline_command{"baseline", "Write a baseline: the known failures of a report",
                               declare_baseline, execute_baseline};

}  // namespace wgcts::cli

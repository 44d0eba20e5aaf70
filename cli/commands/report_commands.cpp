// The commands that read reports: convert one, check, compare and merge them, and write a baseline.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/commands/commands.hpp"
#include "cli/run/files.hpp"
#include "harness/diagnose/diagnose.hpp"
#include "reference/lists.hpp"
#include "reports/compare/baseline.hpp"
#include "reports/compare/diff.hpp"
#include "reports/compare/merge.hpp"
#include "reports/formats.hpp"
#include "reports/model/json.hpp"
#include "reports/model/json_file.hpp"
#include "reports/model/report.hpp"
#include "reports/model/text.hpp"
#include "reports/terminal/terminal.hpp"
#include "reports/words/words.hpp"
#include "results/json.hpp"
#include "system/output_file.hpp"

namespace wgcts::cli {
namespace {

void declare_report(CLI::App& command, Options& to) {
  command.add_option("REPORT", to.report, "a report from run --json; - is standard input")->required();
  add_to(command, "Output", "--issues", to.issues,
         "write a Markdown text for each bug, to be filed with the driver's developers, into this folder");
  add_outputs(command, to);
}

void write_issues(const Report& report, const std::string& folder) {
  check_folder(folder, "--issues");
  std::size_t without = 0;
  for (const Bug& bug : report.bugs) {
    const std::string program = c_program_of(bug);
    if (program.empty()) ++without;
    system::write_file((std::filesystem::path(folder) / (bug.signature + ".md")).string(),
                       issue_text(report, bug, program));
  }
  if (without != 0)
    warn(
        "{} of {} {} no C program: `wgcts run --reproducers DIR` writes one for most bugs, and `wgcts "
        "reproduce` one for one bug",
        without, counted(report.bugs.size(), "text"), without == 1 ? "has" : "have");
}

int execute_report(const Options& options) {
  if (!has_outputs(options) && options.issues.empty())
    wrong_usage("report: give at least one output: {}, --issues", output_options());
  check_outputs(options, {}, {"the report that is read", options.report});
  const Report report = read_report(options.report);
  if (!options.issues.empty()) write_issues(report, options.issues);
  if (has_outputs(options)) write_outputs(report, options);
  return 0;
}

void declare_validate(CLI::App& command, Options& to) {
  command.add_option("FILE", to.reports, "reports; - is standard input")->required();
}

/// Throws UsageError unless this version of wgcts has the report's profile and selection, and the selection
/// includes all cases.
void require_possible_selection(const Report& report, const std::string& file) {
  const RunInfo& run = report.run;
  if (profile_named(run.profile) == nullptr)
    wrong_usage("{}: this version of wgcts has no profile '{}'", file, run.profile);
  const auto cases = mapped(report.cases, &CaseResult::the_case);
  try {
    const auto selected = select(cases, selection_from(run.selection));
    const auto [other, end] = std::ranges::mismatch(cases, selected);
    if (other != cases.end())
      wrong_usage("{}: {} is not in the report's selection {}", file, name(*other), run.selection);
  } catch (const std::invalid_argument& error) {
    wrong_usage("{}: the report's selection is impossible: {}", file, error.what());
  }
}

/// Checks all files, even after an invalid one.
int execute_validate(const Options& options) {
  int exit_code = 0;
  for (const std::string& path : options.reports) try {
      const Report report = validated_report(path);
      require_possible_selection(report, display_name(path));
      fmt::print("{}: valid, a report of {}: {}\n", display_name(path), counted(report.cases.size(), "case"),
                 name(outcome_of(report)));
    } catch (const std::runtime_error& error) {
      warn("{}", printable(error.what()));
      exit_code = 2;
    }
  return exit_code;
}

void declare_bugs(CLI::App& command, Options& to) {
  command.add_option("FILE", to.reports, "reports, one for each driver; - is standard input")->required();
  command.add_option("--json", to.json, "write the table to this file; - is standard output");
}

int execute_bugs(const Options& options) {
  check_output_paths({{"--json", options.json}}, reports_to_read(options.reports));
  std::vector<NamedReport> reports;
  for (const std::string& path : options.reports) reports.push_back({display_name(path), read_report(path)});
  if (!options.json.empty()) system::write_file(options.json, utf8_dump(bug_table_json(reports), 1) + "\n");
  if (options.json != "-") fmt::print("{}", bug_table_text(reports, width_of(stdout)));
  return 0;
}

void declare_diff(CLI::App& command, Options& to) {
  command.add_option("FILE", to.reports, "the old report and the new; - is standard input")->required();
  command.add_flag("--require-same-cases", to.require_same_cases,
                   "fail if the reports do not contain the same cases");
  command.add_option("--json", to.json, "write all changes to this JSON file; - is standard output");
  command.add_option("--markdown", to.markdown,
                     "write a Markdown summary to this file; - is standard output");
}

int execute_diff(const Options& options) {
  if (options.reports.size() != 2)
    wrong_usage("diff needs two reports, the old one and the new one; see wgcts diff --help");
  check_output_paths({{"--json", options.json}, {"--markdown", options.markdown}},
                     reports_to_read(options.reports));
  const Report before = read_report(options.reports[0]), after = read_report(options.reports[1]);
  const Diff diff = diff_reports(before, after);
  if (options.require_same_cases && diff.only_before + diff.only_after != 0)
    wrong_usage("the reports do not contain the same cases: {} are only in {}, and {} only in {}",
                diff.only_before, display_name(options.reports[0]), diff.only_after,
                display_name(options.reports[1]));
  if (!options.json.empty()) system::write_file(options.json, utf8_dump(diff_json(diff), 1) + "\n");
  if (!options.markdown.empty()) system::write_file(options.markdown, diff_markdown(diff));
  if (options.json != "-" && options.markdown != "-") fmt::print("{}", diff_text(diff));
  if (diff.common == 0) throw NothingTested("the reports have no case in common");
  return got_worse(diff) ? 1 : 0;
}

void declare_merge(CLI::App& command, Options& to) {
  command.add_option("FILE", to.reports, "reports of the parts, such as shards; - is standard input")
      ->required();
  command.add_option("-o,--output", to.output, "write the merged report to this file; - is standard output")
      ->required();
  command.add_flag("--allow-gaps", to.allow_gaps, "cases that no report contains become not_run");
}

int execute_merge(const Options& options) {
  // The times of a part that is merged twice would count twice.
  check_output_paths({{"--output", options.output}}, reports_to_read(options.reports, Repeated::Refused));
  std::vector<NamedReport> parts;
  for (const std::string& path : options.reports)
    parts.push_back({display_name(path), validated_report(path)});
  const Report report = merge_reports(std::move(parts), options.allow_gaps);
  write_json(report, options.output);
  std::FILE* out = options.output == "-" ? stderr : stdout;
  fmt::print(
      out, "{}",
      summary_text(report, options.output == "-" ? "" : options.output, {wants_colour(out), width_of(out)}));
  return static_cast<int>(outcome_of(report));
}

void declare_baseline(CLI::App& command, Options& to) {
  command.add_option("FILE", to.reports, "the report; - is standard input")->required()->expected(1);
  command.add_option("-o,--output", to.output, "write the baseline to this file; - is standard output");
  auto* reasons =
      command.add_option("--reasons", to.reasons, "copy reasons and bug links from this baseline");
  command
      .add_option("--update", to.update,
                  "update this baseline: remove cases that pass, add cases that fail, keep cases that were "
                  "not tested")
      ->excludes(reasons);
  command.add_flag(
      "--by-bug", to.by_bug,
      "write one entry for each bug whose signature identifies it, and one for each other failing case");
  command.add_option("--reason", to.reason, "default reason of the entries")->capture_default_str();
}

/// Adds a line for each bug that has none. Bugs of unknown cause, and crashes and hangs of whole programs,
/// get no line: another such bug can have the same signature, and the line would hide it.
void name_bugs(const Report& report, Baseline& reasons) {
  if (!lists_bugs(report)) wrong_usage("--by-bug: the report has failures, but lists no bugs");
  for (const Bug& bug : report.bugs)
    if (bug.what.code != "unknown" && !(is_of_programs(bug) && harness::is_termination_code(bug.what.code)) &&
        !is_in(bug.signature, reasons.lines, &KnownFailure::signature))
      reasons.lines.push_back(line_about(bug));
}

int execute_baseline(const Options& options) {
  const bool update = !options.update.empty();
  if (options.output.empty() && !update)
    wrong_usage("baseline: give --output FILE, or --update FILE to change an existing baseline");
  const std::string output = options.output.empty() ? options.update : options.output;
  check_output_paths({{"--output", output}}, {{"the report that is read", options.reports.front()}});
  const std::string& known = update ? options.update : options.reasons;
  Baseline reasons = known.empty() ? Baseline{} : read_baseline(known);
  const Report report = validated_report(options.reports.front());
  if (report.device.name.empty()) wrong_usage("a baseline describes a device, but this report has no device");
  if (const auto why = update ? why_not_for(reasons, report.device) : ""; !why.empty())
    wrong_usage("{} {}", display_name(options.update), why);
  if (options.by_bug) name_bugs(report, reasons);
  Baseline baseline = baseline_of(report, reasons, {"", {}, options.reason, ""}, update);
  if (update) baseline.driver = reasons.driver;
  if (const auto gap = update ? "" : gaps_of(report); !gap.empty())
    warn("the baseline is complete only for gates that test the same cases: {}", printable(gap));
  baseline.about =
      fmt::format("{}, {}, driver {}; profile {}, seed {}", report.device.name, report.device.version,
                  report.device.driver, report.run.profile, report.run.seed);
  write_baseline(baseline, output);
  if (output != "-") fmt::print("{}: {}\n", output, counted(baseline.lines.size(), "known failure"));
  return 0;
}

}  // namespace

const Command report_command{"report", "Convert a JSON report to other formats", declare_report,
                             execute_report};
const Command validate_command{"validate", "Check reports against their schema and totals", declare_validate,
                               execute_validate, "0 done; 2 wrong usage, or an invalid report"};
const Command bugs_command{"bugs", "Compare the bugs of several reports in a table", declare_bugs,
                           execute_bugs};
const Command diff_command{"diff", "Show what changed between two reports", declare_diff, execute_diff,
                           "0 no case got worse; 1 a case got worse; 2 wrong usage; 3 no case in common"};
const Command merge_command{"merge", "Merge the reports of the parts of a run", declare_merge, execute_merge,
                            nullptr};
const Command baseline_command{"baseline", "Write a baseline: the known failures of a report",
                               declare_baseline, execute_baseline};

}  // namespace wgcts::cli

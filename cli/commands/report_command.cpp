// `wgcts report`: converts a JSON report to other formats.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/commands/commands.hpp"
#include "cli/run/outputs.hpp"
#include "reports/formats.hpp"
#include "reports/model/read_json.hpp"
#include "reports/model/text.hpp"
#include "system/output_file.hpp"

namespace wgcts::cli {
namespace {

void declare_report(CLI::App& command, Options& to) {
  command.add_option("REPORT", to.report, "a report from run --json; - is standard input")->required();
  command
      .add_option("--issues", to.issues,
                  "write a Markdown text for each bug, ready to be filed, into this folder")
      ->group("Output");
  add_outputs(command, to);
}

/// The text of the bug's C program; empty if its file no longer exists.
std::string c_program_of(const Bug& bug) {
  if (bug.reproducer.empty()) return {};
  std::ifstream file(bug.reproducer);
  std::stringstream text;
  text << file.rdbuf();
  return file ? text.str() : std::string();
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
    fmt::print(
        stderr,
        "wgcts: {} of {} have no C program: `wgcts run --reproducers DIR` writes one for each bug, and "
        "`wgcts reproduce` one for one bug\n",
        without, counted(report.bugs.size(), "text"));
}

int execute_report(const Options& options) {
  if (!has_outputs(options) && options.issues.empty())
    throw UsageError(fmt::format("report: give at least one output: {}, --issues", output_options()));
  // A JSON report may overwrite itself, as the new file has the same content.
  check_outputs(options, {{"the report that is read", options.report == options.json ? "" : options.report}});
  const Report report = read_report(options.report);
  if (!options.issues.empty()) write_issues(report, options.issues);
  if (has_outputs(options)) write_outputs(report, options);
  return 0;
}

}  // namespace

const Command report_command{"report", "Convert a JSON report to other formats", declare_report,
                             execute_report};

}  // namespace wgcts::cli

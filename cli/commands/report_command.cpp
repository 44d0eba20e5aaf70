// `wgcts report`: other forms of a report that is there.
#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/run/outputs.hpp"
#include "reports/model/read_json.hpp"

namespace wgcts::cli {
namespace {

void declare_report(CLI::App& command, Options& to) {
  command.add_option("REPORT", to.report, "a report from run --json; - is standard input")->required();
  add_outputs(command, to);
}

int execute_report(const Options& options) {
  if (!has_outputs(options))
    throw UsageError(fmt::format("report: say where to write, with one or more of {}", output_options()));
  // As JSON it may take its own place: nothing of it is lost.
  check_outputs(options, {{"the report that is read", options.report == options.json ? "" : options.report}});
  write_outputs(read_report(options.report), options);
  return 0;
}

}  // namespace

const Command report_command{"report", "Convert a JSON report to other formats", declare_report,
                             execute_report};

}  // namespace wgcts::cli

// `wgcts bugs`: a table with a row for each bug and a column for each driver.
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/commands/commands.hpp"
#include "cli/run/outputs.hpp"
#include "reports/model/read_json.hpp"
#include "reports/terminal/stream.hpp"
#include "reports/words/bug_table.hpp"
#include "results/json_values.hpp"
#include "system/output_file.hpp"

namespace wgcts::cli {
namespace {

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

}  // namespace

const Command bugs_command{"bugs", "Compare the bugs of several reports in a table", declare_bugs,
                           execute_bugs};

}  // namespace wgcts::cli

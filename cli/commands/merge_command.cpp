// `wgcts merge`: merges the reports of several shards into one.
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/commands/commands.hpp"
#include "cli/run/outputs.hpp"
#include "reports/compare/merge.hpp"
#include "reports/model/json.hpp"
#include "reports/model/read_json.hpp"
#include "reports/terminal/stream.hpp"
#include "reports/terminal/summary.hpp"
#include "system/output_file.hpp"

namespace wgcts::cli {
namespace {

void declare_merge(CLI::App& command, Options& to) {
  command.add_option("FILE", to.reports, "reports of the parts, such as shards; - is standard input")
      ->required();
  command.add_option("-o,--output", to.output, "write the merged report to this file; - is standard output")
      ->required();
  command.add_flag("--allow-gaps", to.allow_gaps, "cases that no report contains become not_run");
}

MergePart part_from(const std::string& path) {
  ReportDocument document = validated_report(path);
  const auto& tool = document.rest["tool"];
  return {display_name(path),
          fmt::format("{} ({})", tool["version"].get<std::string>(), tool["commit"].get<std::string>()),
          std::move(document.report)};
}

/// Returns the exit code of the merged run.
int execute_merge(const Options& options) {
  // The times of a part that is merged twice would count twice.
  check_output_paths({{"--output", options.output}}, reports_to_read(options.reports, Repeated::Refused));
  std::vector<MergePart> parts;
  for (const std::string& path : options.reports) parts.push_back(part_from(path));
  const Report report = merge_reports(std::move(parts), options.allow_gaps);
  write_json(report, options.output);
  std::FILE* out = options.output == "-" ? stderr : stdout;
  fmt::print(
      out, "{}",
      summary_text(report, options.output == "-" ? "" : options.output, {wants_colour(out), width_of(out)}));
  return static_cast<int>(outcome_of(report));
}

}  // namespace

const Command merge_command{"merge", "Merge the reports of the parts of a run", declare_merge, execute_merge};

}  // namespace wgcts::cli

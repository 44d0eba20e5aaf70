// `wgcts diff`: shows the changes between two reports.
#include <fmt/format.h>

#include <cstdio>

#include "cli/commands/commands.hpp"
#include "cli/run/outputs.hpp"
#include "reports/model/read_json.hpp"
#include "reports/words/diff_text.hpp"
#include "results/json_values.hpp"
#include "system/output_file.hpp"

namespace wgcts::cli {
namespace {

void declare_diff(CLI::App& command, Options& to) {
  command.add_option("FILE", to.reports, "the old report and the new; - is standard input")->required();
  command.add_flag("--require-same-cases", to.require_same_cases,
                   "different sets of cases are an error (for gates)");
  command.add_option("--json", to.json, "write all changes to this JSON file; - is standard output");
  command.add_option("--markdown", to.markdown,
                     "write a Markdown summary to this file; - is standard output");
}

/// Returns 1 if something got worse, and 3 if the reports have no case in common.
int execute_diff(const Options& options) {
  if (options.reports.size() != 2)
    throw UsageError("diff needs two reports, the old one and the new one; see wgcts diff --help");
  check_output_paths({{"--json", options.json}, {"--markdown", options.markdown}},
                     reports_to_read(options.reports));
  const Report before = read_report(options.reports[0]), after = read_report(options.reports[1]);
  const Diff diff = diff_reports(before, after);
  if (options.require_same_cases && diff.only_before + diff.only_after != 0)
    throw UsageError(fmt::format(
        "the reports do not contain the same cases: {} are only in {}, and {} only in {}", diff.only_before,
        display_name(options.reports[0]), diff.only_after, display_name(options.reports[1])));
  if (!options.json.empty()) system::write_file(options.json, utf8_dump(diff_json(diff), 1) + "\n");
  if (!options.markdown.empty()) system::write_file(options.markdown, diff_markdown(diff));
  if (options.json != "-" && options.markdown != "-") fmt::print("{}", diff_text(diff));
  if (diff.common == 0) {
    fmt::print(stderr, "wgcts: the reports have no case in common\n");
    return static_cast<int>(Outcome::NothingJudged);
  }
  return got_worse(diff) ? 1 : 0;
}

}  // namespace

const Command diff_command{"diff", "Show what changed between two reports", declare_diff, execute_diff};

}  // namespace wgcts::cli

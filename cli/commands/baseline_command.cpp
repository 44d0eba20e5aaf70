#include <fmt/format.h>

#include <cstdio>

#include "cli/commands/commands.hpp"
#include "cli/run/output_paths.hpp"
#include "reports/compare/baseline_file.hpp"
#include "reports/compare/baseline_of.hpp"
#include "reports/model/output_file.hpp"
#include "reports/model/validate.hpp"

namespace wgcts::cli {
namespace {

void declare(CLI::App& command, Options& to) {
  command.add_option("FILE", to.reports, "the report; - is standard input")->required()->expected(1);
  command.add_option("-o,--output", to.output, "write the baseline here; - is standard output")->required();
  command.add_option("--reasons", to.reasons, "take reasons and bugs from this baseline, where it has them");
  command.add_option("--reason", to.reason, "the reason of all others")->capture_default_str();
}

int run(const Options& options) {
  check_output_paths({{"--output", options.output}}, {{"the report that is read", options.reports.front()}});
  const Baseline reasons = options.reasons.empty() ? Baseline{} : read_baseline(options.reasons);
  const Report report = validated_report(options.reports.front()).report;
  Baseline baseline = baseline_of(report, reasons, {"", {}, options.reason, ""});
  baseline.about =
      fmt::format("{}, {}, driver {}; profile {}, seed {}", report.device.name, report.device.version,
                  report.device.driver, report.run.profile, report.run.seed);
  write_baseline(baseline, options.output);
  if (options.output != "-") fmt::print("{}: {} lines\n", options.output, baseline.lines.size());
  return 0;
}

}  // namespace

const Command baseline_command{"baseline", "Write down what a report shows to fail", declare, run};

}  // namespace wgcts::cli

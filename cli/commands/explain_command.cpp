// `wgcts explain`: one case with its clauses, kernel and data, and with --run the device's results.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands/commands.hpp"
#include "cli/options/option_groups.hpp"
#include "cli/run/driver.hpp"
#include "cli/run/given_programs.hpp"
#include "cli/run/implementation_file.hpp"
#include "cli/run/outputs.hpp"
#include "cli/run/provenance.hpp"
#include "harness/check/explanation.hpp"
#include "harness/planning/reference_device.hpp"
#include "harness/process/worker_connection.hpp"
#include "reports/model/report.hpp"
#include "reports/words/explain.hpp"
#include "reports/words/failure_words.hpp"
#include "system/output_file.hpp"

namespace wgcts::cli {
namespace {

void declare_explain(CLI::App& command, Options& to) {
  command
      .add_option("CASE|BUG", to.case_name,
                  "case name, as list and reports print it, or with --report the signature of a bug, for its "
                  "smallest case, or the hash of a reduced program")
      ->required();
  command.add_option("--report", to.report,
                     "report that contains the bug or the program; - is standard input");
  add_seed(command, to);
  command.add_flag("--all", to.all, "show every work-group and work-item, not only the first few");
  command.add_option("--json", to.json, "write the explanation to this JSON file; - is standard output");
  auto* run = command.add_flag("--run", to.run, "run the case, and show what the device returned");
  add_driver(command, to);
  add_implementation(command, to);
  add_device(command, to);
  for (const char* option :
       {"--kit", "--driver", "--launcher", "--worker", "--implementation", "--device", "--timeout"})
    command.get_option(option)->needs(run);
}

/// The exit code of a run that has only this case.
int exit_code_of(const CaseResult& result) {
  Report report;
  report.cases = {result};
  return static_cast<int>(outcome_of(report));
}

/// More work-items than the work-groups of any known device have.
constexpr std::size_t most_shown = 65536;

bool is_small(const Extents& local) {
  std::size_t lanes = 1;
  for (const std::size_t extent : local) {
    if (extent > most_shown / lanes) return false;
    lanes *= std::max<std::size_t>(extent, 1);
  }
  return true;
}

int execute_explain(const Options& options) {
  const Case c = named_case(options.case_name, options.report);
  if (!is_small(c.local.extents))
    throw UsageError(fmt::format("a work-group of {} is too large to show; the limit is {} work-items",
                                 to_string(c.local.extents, c.dim), most_shown));
  check_output_paths({{"--json", options.json}, {"--implementation-log", options.implementation_log}},
                     {{"the implementation under test", options.implementation},
                      {"the report that is read", options.report},
                      {"the driver under test", options.driver}});
  DeviceFacts device = plain_device();
  std::optional<IsolatedRun> look;
  if (options.run) {
    WorkerSetup setup = setup_of(options);
    const Discovery found = find_devices(options, setup);
    if (found.devices.empty()) throw NoDevice(why_no_device(found));
    device = judged_device(setup, chosen_device(found.devices, options.device, setup.implementation),
                           options.implementation_log);
    require_modules(device, std::span(&c, 1));
    look = run_isolated(setup, device, options.seed, c);
  }
  const Explanation e = explain(c, device, options.seed, look);
  if (options.json.empty()) {
    explain_text(e, options.all ? Extent::Everything : Extent::Bounded,
                 replay_command(report_of(options, device), c),
                 [](std::string_view piece) { fmt::print("{}", piece); });
  } else {
    system::OutputFile file(options.json);
    explain_json(e, [&](std::string_view piece) { file.write(piece); });
    file.commit();
  }
  return look ? exit_code_of(look->result) : 0;
}

}  // namespace

const Command explain_command{"explain", "Explain one case: clauses, kernel, inputs, expected outputs",
                              declare_explain, execute_explain};

}  // namespace wgcts::cli

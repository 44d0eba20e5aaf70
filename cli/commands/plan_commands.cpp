// `wgcts list`: the cases that `wgcts run` would test with the same options. `wgcts coverage`: how many cases
// test each clause; it also writes docs/coverage.md.
#include <fmt/format.h>

#include <cstdio>

#include "cli/commands/commands.hpp"
#include "cli/options/option_groups.hpp"
#include "cli/options/shard_option.hpp"
#include "harness/planning/reference_device.hpp"
#include "harness/planning/workload.hpp"
#include "reports/model/report.hpp"
#include "reports/words/coverage_table.hpp"
#include "system/output_file.hpp"

namespace wgcts::cli {
namespace {

void declare_list(CLI::App& command, Options& to) {
  add_selection(command, to);
  add_shard(command, to);
  command.add_flag("--counts", to.counts,
                   "print only the number of cases, checks, programs, kernels and launches");
}

void print_counts(const std::vector<Case>& cases) {
  const Workload work = workload_of(cases, plain_device());
  fmt::print("cases     {}\nchecks    {}\nprograms  {}\nkernels   {}\nlaunches  {}\n", work.cases,
             work.checks, work.programs, work.kernels, work.launches);
}

int execute_list(const Options& options) {
  if (options.profile == Profile::Soak)
    throw UsageError("the soak profile draws its cases during the run; they cannot be listed");
  const auto cases = selected_cases(options);
  const ChosenShard chosen = choose_shard(options);
  const auto part = shard_of(cases, chosen.shard);
  if (options.counts)
    print_counts(part);
  else
    for (const Case& c : part) fmt::print("{}\n", name(c));
  if (!cases.empty()) return 0;
  fmt::print(stderr, "wgcts: no case matches: {}\n", to_arguments(options.selection));
  return static_cast<int>(Outcome::NothingJudged);
}

void declare_coverage(CLI::App& command, Options& to) {
  add_profile(command, to);
  auto* json =
      command.add_option("--json", to.json, "write the table to this JSON file; - is standard output");
  command.add_flag("--markdown", to.as_markdown, "print the table as Markdown: docs/coverage.md")
      ->excludes(json);
  command.add_flag("--causes", to.causes, "print the table of faults as Markdown: docs/causes.md")
      ->excludes(json);
}

int execute_coverage(const Options& options) {
  if (options.causes) {
    fmt::print("{}", causes_markdown());
    return 0;
  }
  if (options.profile == Profile::Soak)
    throw UsageError("the soak profile draws its cases during the run; they cannot be counted");
  if (!options.json.empty()) system::check_writable(options.json);
  const auto cases = plan(options.profile);
  const auto coverage = coverage_of(cases, plain_device());
  const CoverageScope scope{info(options.profile).name, cases.size(), places_covered(cases)};
  if (!options.json.empty())
    system::write_file(options.json, coverage_json(coverage, scope));
  else
    fmt::print("{}",
               options.as_markdown ? coverage_markdown(coverage, scope) : coverage_text(coverage, scope));
  return 0;
}

}  // namespace

const Command list_command{"list", "List the cases that run would test", declare_list, execute_list};
const Command coverage_command{
    "coverage", "Count the cases that test each clause, and the programs for each place of a collective",
    declare_coverage, execute_coverage};

}  // namespace wgcts::cli

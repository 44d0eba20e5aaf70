// `wgcts list`: the cases that `wgcts run` would test with the same options.
#include <fmt/format.h>

#include <cstdio>

#include "cli/commands/commands.hpp"
#include "cli/options/option_groups.hpp"
#include "cli/options/shard_option.hpp"
#include "harness/planning/reference_device.hpp"
#include "harness/planning/workload.hpp"
#include "reports/model/report.hpp"

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

}  // namespace

const Command list_command{"list", "List the cases that run would test", declare_list, execute_list};

}  // namespace wgcts::cli

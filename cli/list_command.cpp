#include <fmt/format.h>

#include <cstdio>

#include "cli/commands.hpp"
#include "cli/option_groups.hpp"
#include "cli/shard_option.hpp"
#include "reports/report.hpp"

namespace wgcts {
namespace {

void declare(CLI::App& command, Options& to) {
  add_selection(command, to);
  add_shard(command, to);
}

int run(const Options& options) {
  if (options.profile == Profile::Soak)
    throw UsageError("the soak profile draws its cases as it goes: there is no list of them");
  const auto cases = selected_cases(options);
  const ChosenShard chosen = choose_shard(options);
  for (const Case& c : shard_of(cases, chosen.shard)) fmt::print("{}\n", name(c));
  if (!cases.empty()) return 0;
  fmt::print(stderr, "wgcts: no case matches: {}\n", spoken(options.selection));
  return static_cast<int>(Outcome::NothingJudged);
}

}  // namespace

const Command list_command{"list", "List the cases that run would judge", declare, run};

}  // namespace wgcts

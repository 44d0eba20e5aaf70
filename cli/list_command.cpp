#include <fmt/format.h>

#include <cstdio>

#include "cli/commands.hpp"
#include "cli/option_groups.hpp"
#include "reports/report.hpp"

namespace wgcts {
namespace {

int run(const Options& options) {
  const auto cases = selected_cases(options);
  for (const Case& c : cases) fmt::print("{}\n", name(c));
  if (!cases.empty()) return 0;
  fmt::print(stderr, "wgcts: no case matches: {}\n", spoken(options.selection));
  return static_cast<int>(Outcome::NothingJudged);
}

}  // namespace

const Command list_command{"list", "List the cases that run would judge", add_selection, run};

}  // namespace wgcts

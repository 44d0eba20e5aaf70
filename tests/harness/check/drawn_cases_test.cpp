// A soak run draws its cases. Their checks must be able to fail: a case whose data rejects no wrong model
// stops the run as a defect of the suite. This happened to broadcast in work-groups of three.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "harness/check/program_checker.hpp"
#include "harness/program/job.hpp"
#include "suites/plan.hpp"
#include "tests/harness/check/long_run.hpp"

namespace wgcts::harness {
namespace {

/// Throws SuiteDefect unless every check of the launch can fail.
void require_sensitive(const Launch& launch, const FloatRules& rules, std::uint64_t seed) {
  if (launch.kernel.program) return ProgramChecker(launch.cases.front()).require_sensitive();
  const Extents local = launch.local.is_max() ? Extents{256, 1, 1} : launch.local.extents;
  DeviceFacts facts;
  facts.half_rules = facts.float_rules = facts.double_rules = rules;
  Layout layout = layout_of(launch, local, facts);
  // The guard uses the first work-groups of each data class, which these include.
  layout.groups = std::min<std::size_t>(layout.groups, 4096);
  const Grid grid(ndrange(launch.dim, local, *launch.variant, layout.groups));
  for (const auto& checker : site_checkers_of(layout, grid, rules, seed)) checker->require_sensitive();
}

// Small work-groups are the least sensitive, so most drawn sizes are small. WGCTS_DRAWN_CASES=10000000 is the
// long run; WGCTS_DRAWN_SEED selects another one, WGCTS_DRAWN_SECONDS limits its time.
TEST(DrawnCases, CanFail) {
  const LongRun run("WGCTS_DRAWN_CASES", 4000);
  constexpr FloatRules devices[] = {{}, {false, true, true}, {true, false, true}, {true, true, false}};
  std::size_t cases = 0;
  for (std::size_t turn = 0; run.goes_on(cases); ++turn) {
    const std::size_t largest = turn % 16 == 0 ? 300 : 2 + turn % 15;
    suites::Draw draw(run.seed, largest, {largest, largest, largest}, turn);
    const auto drawn = draw.next();
    for (const Launch& launch : launches_of({.cases = drawn}))
      EXPECT_NO_THROW(require_sensitive(launch, devices[turn % std::size(devices)], run.seed + turn))
          << name(drawn.front()) << " of seed " << run.seed + turn;
    cases += drawn.size();
    if (HasFailure()) break;
  }
  std::cout << cases << " drawn cases of seed " << run.seed << " were tested\n";
}

}  // namespace
}  // namespace wgcts::harness

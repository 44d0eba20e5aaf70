// A soak judges cases that nobody chose. Whatever is drawn, its checks must be able to fail: a case whose
// data tells no wrong model apart would stop the run as a defect of the suite, as broadcast in work-groups of
// three once did.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>

#include "harness/check/program_checker.hpp"
#include "harness/program/job.hpp"
#include "harness/program/layout.hpp"
#include "suites/draw.hpp"

namespace wgcts::harness {
namespace {

/// A number from the environment, for runs longer than a test should take.
std::size_t from_environment(const char* name, std::size_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::stoull(text);
}

/// Throws SuiteDefect unless every check of the launch can fail.
void require_sensitive(const Launch& launch, const FloatRules& rules, std::uint64_t seed) {
  if (launch.kernel.program) return ProgramChecker(launch.cases.front()).require_sensitive();
  const Extents local = launch.local.is_max() ? Extents{256, 1, 1} : launch.local.extents;
  DeviceFacts facts;
  facts.half_rules = facts.float_rules = facts.double_rules = rules;
  const Layout layout = layout_of(launch, local, facts);
  const Grid grid(ndrange(launch.dim, local, *launch.variant, layout.groups));
  for (const auto& checker : site_checkers_of(layout, grid, rules, seed)) checker->require_sensitive();
}

// Small work-groups have the least to tell wrong models apart with, and most of what is drawn is small here:
// WGCTS_DRAWN_CASES=10000000 is the long run, WGCTS_DRAWN_SEED another one, WGCTS_DRAWN_SECONDS ends it
// sooner.
TEST(DrawnCases, CanFail) {
  const std::size_t wanted = from_environment("WGCTS_DRAWN_CASES", 4000);
  const std::size_t seed = from_environment("WGCTS_DRAWN_SEED", 1);
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::seconds(from_environment("WGCTS_DRAWN_SECONDS", 24 * 60 * 60));
  constexpr FloatRules devices[] = {{}, {false, true, true}, {true, false, true}, {true, true, false}};
  std::size_t cases = 0;
  for (std::size_t turn = 0; cases < wanted && std::chrono::steady_clock::now() < end; ++turn) {
    const std::size_t largest = turn % 16 == 0 ? 300 : 2 + turn % 15;
    suites::Draw draw(seed, largest, {largest, largest, largest}, turn);
    const auto drawn = draw.next();
    for (const Launch& launch : launches_of({.cases = drawn}))
      EXPECT_NO_THROW(require_sensitive(launch, devices[turn % std::size(devices)], seed + turn))
          << name(drawn.front()) << " of seed " << seed + turn;
    cases += drawn.size();
    if (HasFailure()) break;
  }
  std::cout << cases << " drawn cases of seed " << seed << " were asked\n";
}

}  // namespace
}  // namespace wgcts::harness

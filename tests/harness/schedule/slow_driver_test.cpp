// Slow drivers against a simulated clock that only the driver moves: they get the verdicts of a fast driver.
#include <gtest/gtest.h>

#include <map>

#include "suites/plan.hpp"
#include "suites/selection.hpp"
#include "tests/harness/schedule/fake_driver.hpp"

namespace wgcts::harness {
namespace {

using Times = std::function<double(Phase, std::size_t nth)>;

double quick(Phase, std::size_t) { return 0.01; }

std::map<std::string, Verdict> verdicts_of(const Played& played) {
  std::map<std::string, Verdict> verdicts;
  for (const auto& [id, result] : played.results) verdicts[id] = result.verdict;
  return verdicts;
}

/// Durations below the --timeout of 60 s in play().
const std::map<std::string, Times> slow_drivers{
    {"each build takes 8 s", [](Phase p, std::size_t) { return p == Phase::Build ? 8 : 0.01; }},
    {"each build takes 20 s", [](Phase p, std::size_t) { return p == Phase::Build ? 20 : 0.01; }},
    {"each build takes 45 s", [](Phase p, std::size_t) { return p == Phase::Build ? 45 : 0.01; }},
    {"the first build takes 50 s",
     [](Phase p, std::size_t nth) { return p == Phase::Build && nth == 0 ? 50 : 0.01; }},
    {"each build takes longer than the last",
     [](Phase p, std::size_t nth) {
       return p == Phase::Build ? std::min(0.5 * static_cast<double>(nth), 55.0) : 0.01;
     }},
    {"each launch takes longer than the last",
     [](Phase p, std::size_t nth) {
       return p == Phase::Launch ? std::min(0.1 * static_cast<double>(nth), 55.0) : 0.01;
     }},
    {"valgrind: all takes a hundred times as long",
     [](Phase p, std::size_t) { return p == Phase::Build ? 40 : 2; }},
};

TEST(SlowDriver, GetsTheVerdictsOfAFastDriver) {
  const auto cases = select(plan(Profile::Smoke), {.types = {"int"}});
  FakeDriver right, hangs, wrong;
  hangs.launch = [](const Builtin& b, const Case& c) {
    return b.name == "reduce_min" && c.type == GenType::Int ? Death{Verdict::Timeout} : Death{};
  };
  wrong.judge = [](const Case& c, bool) { return c.builtin->name == "all" ? Verdict::Fail : Verdict::Pass; };
  for (FakeDriver driver : {right, hangs, wrong}) {
    driver.takes = quick;
    const auto expected = verdicts_of(play(driver, cases, 2));
    for (const auto& [says, takes] : slow_drivers) {
      driver.takes = takes;
      EXPECT_EQ(verdicts_of(play(driver, cases, 2)), expected) << says;
    }
  }
}

// In units of --timeout, with one worker.
TEST(SlowDriver, HangsCostMinutesNotHours) {
  const auto cases = select(plan(Profile::Standard), {.types = {"int", "uint"}});
  const auto cost = [&](auto hangs) {
    FakeDriver driver = FakeDriver::that_dies_of(hangs, Verdict::Timeout);
    driver.takes = quick;
    const Played played = play(driver, cases, 2);
    EXPECT_TRUE(played.ended);
    return played.clock.seconds / FakeDriver::timeout;
  };
  EXPECT_LE(cost([](const Builtin&, const Case&) { return true; }), 8);
  EXPECT_LE(cost([](const Builtin& b, const Case&) { return b.name == "reduce_min"; }), 8);
  EXPECT_LE(cost([](const Builtin&, const Case& c) { return volume(c.local.extents) == 64; }), 12);
  EXPECT_LE(cost([](const Builtin&, const Case& c) { return c.form->name == "nested"; }), 20);
  EXPECT_LE(cost([](const Builtin&, const Case& c) { return is_program(c) && c.number % 3 == 0; }), 12);
}

// Kernels with several builtins hang, and no builtin does alone: each launch costs the limit until the cases
// run alone. The proof costs the limits of one kernel's builtins.
TEST(SlowDriver, HangsOfGroupsAreFew) {
  const auto cases = select(plan(Profile::Standard), {.types = {"int", "uint"}});
  FakeDriver driver;
  driver.takes = quick;
  driver.group = [](const std::vector<Case>& group, bool alone) {
    return alone || kernel_of(group.front(), false).members.size() == 1 ? Death{} : Death{Verdict::Timeout};
  };
  const Played played = play(driver, cases, 2);
  EXPECT_TRUE(played.ended);
  EXPECT_FALSE(played.with(Verdict::Timeout).empty());
  EXPECT_LE(played.clock.seconds / FakeDriver::timeout, 20);
}

}  // namespace
}  // namespace wgcts::harness

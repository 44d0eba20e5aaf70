// Simulated runs against drivers that crash at random. No processes are started.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "suites/plan.hpp"
#include "tests/harness/schedule/fake_driver.hpp"

namespace wgcts::harness {
namespace {

// If some cases crash the driver, exactly these cases get the verdict. Each costs one process. So does each
// launch that contains one: that of its group, and that of a builtin of its kernel that runs apart after many
// crashes.
TEST(AnyDriver, FindsTheCasesThatCrash) {
  EXPECT_TRUE(rc::check([] {
    const auto cases = plan(Profile::Smoke);
    const auto places =
        *rc::gen::container<std::set<std::size_t>>(rc::gen::inRange<std::size_t>(0, cases.size()));
    std::set<Case> culprits;
    for (const std::size_t place : places)
      if (culprits.size() < 12) culprits.insert(cases[place]);
    const auto driver = FakeDriver::that_dies_of(
        [&](const Builtin& b, Case c) {
          c.builtin = &b;
          return culprits.contains(c);
        },
        *rc::gen::element(Verdict::Crash, Verdict::LaunchError));
    const auto workers = *rc::gen::inRange(1U, 4U);
    const Played played = play(driver, cases, 0, workers);
    RC_ASSERT(played.ended);
    for (const auto& [id, result] : played.results) {
      if (result.verdict == Verdict::Skip) continue;
      RC_ASSERT(result.verdict == driver.alone(result.the_case).value_or(Verdict::Pass));
    }
    RC_ASSERT(played.losses <= 3 * culprits.size());
  }));
}

// After two crashes, broadcasts leave the kernels of other builtins, but keep these builtins in their own.
// The dimension of a kernel with a broadcast is no reason to look for another culprit.
TEST(AnyDriver, ABuiltinThatCrashesDoesNotBlameABroadcastBesideIt) {
  const std::set<std::string> culprits{"all.int.2d.7x11.chain.noopt", "broadcast.long.1d.33.chain",
                                       "broadcast.long.1d.max.chain"};
  const Played played = play(FakeDriver::that_dies_of([&](const Builtin& b, Case c) {
                               c.builtin = &b;
                               return culprits.contains(name(c));
                             }),
                             plan(Profile::Smoke));
  EXPECT_EQ(played.with(Verdict::Crash), culprits);
}

// The same for builds. A failed program is divided, so a culprit costs a few more processes.
TEST(AnyDriver, FindsTheKernelsThatCannotBeBuilt) {
  EXPECT_TRUE(rc::check([] {
    // Only cases with one program for each type, because a kernel that cannot be built fails in each program
    // that contains it.
    auto cases = plan(Profile::Smoke);
    std::erase_if(cases, [](const Case& c) {
      return !c.variant->options.empty() || c.variant->cl_std != 0 || c.variant->situation != Situation::None;
    });
    const auto places =
        *rc::gen::container<std::set<std::size_t>>(rc::gen::inRange<std::size_t>(0, cases.size()));
    // More culprits of one builtin and type could make the suite give up the others.
    std::vector<Kernel> culprits;
    for (const std::size_t place : places) {
      const Kernel kernel = kernel_of(cases[place], true);
      const auto of_its_kind = std::ranges::count_if(
          culprits, [&](const Kernel& k) { return k.type == kernel.type && k.members == kernel.members; });
      if (culprits.size() < 6 && of_its_kind < 2) culprits.push_back(kernel);
    }
    const auto driver = FakeDriver::that_cannot_build([&](const Kernel& kernel, const Builtin& b) {
      return std::ranges::any_of(culprits, [&](const Kernel& k) {
        return k.form == kernel.form && k.type == kernel.type && k.members.front() == &b &&
               (k.dim == kernel.dim || b.collective.family != Family::Broadcast) &&
               k.required == kernel.required;
      });
    });
    const Played played = play(driver, cases);
    RC_ASSERT(played.ended);
    for (const auto& [id, result] : played.results) {
      if (result.verdict == Verdict::Skip) continue;
      RC_ASSERT(result.verdict == driver.alone(result.the_case).value_or(Verdict::Pass));
    }
    RC_ASSERT(played.losses <= 10 * culprits.size());
  }));
}

// For any driver, the run ends, each case has a verdict, and each verdict of a case alone is true.
TEST(AnyDriver, EndsTheRun) {
  EXPECT_TRUE(rc::check([] {
    const auto salt = *rc::gen::arbitrary<std::uint32_t>();
    const auto share = *rc::gen::inRange(1U, 60U);
    const auto dies = [=](const Builtin& b, const Case& c, unsigned percent) {
      const std::size_t h = std::hash<std::string>{}(
          std::string(b.name) + std::to_string(static_cast<int>(c.type)) + to_string(c.local, c.dim) +
          std::string(c.form->name) + std::to_string(salt));
      return h % 100 < percent;
    };
    FakeDriver driver;
    driver.launch = [=](const Builtin& b, const Case& c) -> Death {
      if (!dies(b, c, share)) return {};
      constexpr Verdict how[] = {Verdict::Crash, Verdict::LaunchError, Verdict::Timeout};
      return how[salt % 7 == 0 ? 2 : salt % 2];
    };
    driver.group = [=](const std::vector<Case>& group, bool alone) -> Death {
      return !alone && group.size() > 1 && group.size() % 5 == salt % 5 ? Death{Verdict::Crash} : Death{};
    };
    const auto cases = plan(Profile::Smoke);
    const Played played = play(driver, cases, *rc::gen::inRange(0U, 3U), *rc::gen::inRange(1U, 4U));
    RC_ASSERT(played.ended);
    RC_ASSERT(played.results.size() == cases.size());
    RC_ASSERT(played.losses <= 3 * cases.size());
    for (const auto& [id, result] : played.results) {
      RC_ASSERT(result.verdict != Verdict::NotRun || !result.message.empty());
      if (result.verdict == Verdict::Pass) RC_ASSERT(!driver.alone(result.the_case));
      const bool alone = result.message == "the worker was killed by SIGSEGV";
      if (alone && result.attempts.empty()) RC_ASSERT(driver.alone(result.the_case) == Death{result.verdict});
    }
  }));
}

}  // namespace
}  // namespace wgcts::harness

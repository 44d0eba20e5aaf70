// --fail-fast: the first failure ends the run. The failure is still retried, and no other case starts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "harness/schedule/schedule.hpp"
#include "suites/plan.hpp"
#include "suites/selection.hpp"
#include "tests/harness/schedule/fake_driver.hpp"

namespace wgcts::harness {
namespace {

constexpr bool fail_fast = true;

bool is_of(const Case& c, std::string_view builtin) { return name(c).starts_with(builtin); }

FakeDriver wrong_in(std::string builtin) {
  FakeDriver driver;
  driver.judge = [=](const Case& c, bool) { return is_of(c, builtin) ? Verdict::Fail : Verdict::Pass; };
  return driver;
}

TEST(FailFast, StartsNoOtherProgramAfterAFailure) {
  const auto cases = plan(Profile::Standard);
  const Played whole = play(wrong_in("reduce_min"), cases, 0, 1);
  const Played played = play(wrong_in("reduce_min"), cases, 0, 1, fail_fast);
  ASSERT_TRUE(played.ended);
  EXPECT_FALSE(played.with(Verdict::Fail).empty());
  EXPECT_LT(played.with(Verdict::Fail).size(), whole.with(Verdict::Fail).size());
  EXPECT_LT(played.tasks, whole.tasks);
  const auto left = played.with(Verdict::NotRun);
  ASSERT_FALSE(left.empty());
  const std::string& why = played.results.at(*left.begin()).message;
  for (const auto& id : left) EXPECT_EQ(played.results.at(id).message, why) << id;
  const auto failed = played.with(Verdict::Fail);
  EXPECT_TRUE(std::ranges::any_of(failed, [&](const auto& id) {
    return why == "not run: --fail-fast stopped the run when " + std::string(id) + " failed";
  })) << why;
}

// Only a retry can show that the failure is a flake.
TEST(FailFast, RetriesTheFailure) {
  const Played played = play(wrong_in("reduce_min"), plan(Profile::Standard), 2, 2, fail_fast);
  ASSERT_TRUE(played.ended);
  const auto failed = played.with(Verdict::Fail);
  ASSERT_FALSE(failed.empty());
  // As in any run, some cases represent others with the same kind of failure.
  EXPECT_TRUE(std::ranges::any_of(
      failed, [&](const std::string& id) { return played.results.at(id).attempts.size() == 3; }));
}

TEST(FailFast, FindsTheCulpritOfACrash) {
  const auto driver = FakeDriver::that_dies_of([](const Builtin&, const Case& c) { return is_of(c, "any"); });
  const Played played = play(driver, plan(Profile::Standard), 0, 1, fail_fast);
  ASSERT_TRUE(played.ended);
  const auto crashed = played.with(Verdict::Crash);
  ASSERT_FALSE(crashed.empty());
  for (const auto& id : crashed) EXPECT_TRUE(is_of(played.results.at(id).the_case, "any")) << id;
  EXPECT_FALSE(played.with(Verdict::NotRun).empty());
}

TEST(FailFast, RunsEveryCaseIfAllPass) {
  const Played played = play({}, plan(Profile::Smoke), 0, 2, fail_fast);
  ASSERT_TRUE(played.ended);
  EXPECT_TRUE(played.with(Verdict::NotRun).empty());
}

// A soak run does not end by itself.
TEST(FailFast, EndsASoakRun) {
  const Case c = plan(Profile::Smoke).front();
  std::size_t asked = 0;
  const auto more = [&] {
    ++asked;
    return std::vector<Case>{c};
  };
  Schedule schedule(able_device(), {.more = more, .fail_fast = true}, {[](const CaseResult&) {}}, 0);
  const auto task = schedule.take();
  ASSERT_TRUE(task.has_value());
  CaseResult failed{c, Verdict::Fail};
  failed.failure = Failure{"check", "WGC.RE.1"};
  schedule.judged(*task, failed);
  schedule.finished(*task, {});
  EXPECT_FALSE(schedule.has_task());
  EXPECT_FALSE(schedule.next_round());
  EXPECT_EQ(asked, 1U);
}

// A job has many cases. The run does not wait for the rest of them, and the killed workers do not count as
// failures.
TEST(FailFast, StopsTheOtherWorkers) {
  setenv("FAKE", "fail", 1);
  setenv("FAKE_CASE", "any.int.1d.33.chain", 1);
  setenv("FAKE_SECONDS", "0.05", 1);
  const auto cases = select(plan(Profile::Standard), {.types = {"int"}, .filters = {"*.1d.*.chain"}});
  for (const unsigned retries : {0U, 2U}) {
    const Outcomes outcomes =
        judge_cases({{WGCTS_FAKE_WORKER}, 20, 2, retries}, able_device(),
                    {.seed = 1, .cases = cases, .fail_fast = true}, {[](const CaseResult&) {}});
    std::map<Verdict, std::size_t> count;
    for (const CaseResult& result : outcomes.results) {
      ++count[result.verdict];
      if (result.verdict == Verdict::Fail) {
        EXPECT_EQ(name(result.the_case).rfind("any.int.1d.33.chain", 0), 0U);
      }
    }
    EXPECT_TRUE(outcomes.complete);
    EXPECT_TRUE(outcomes.worker_failures.empty());
    EXPECT_EQ(count[Verdict::Fail], 1U);
    EXPECT_GT(count[Verdict::NotRun], cases.size() / 4);
  }
  unsetenv("FAKE_SECONDS");
}

}  // namespace
}  // namespace wgcts::harness

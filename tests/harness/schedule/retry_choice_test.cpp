#include <gtest/gtest.h>

#include "harness/schedule/retry_planner.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

CaseResult result_of(std::string_view id, Verdict verdict) {
  CaseResult result;
  result.the_case = parse_case(id).value();
  result.verdict = verdict;
  return result;
}

using Places = std::vector<std::size_t>;

Places chosen(const std::vector<CaseResult>& results, unsigned retries = 2,
              std::vector<unsigned> tries = {}) {
  tries.resize(results.size());
  return cases_to_retry(results, tries, retries);
}

TEST(CasesToRetry, ExcludesCasesThatDidNotFail) {
  std::vector<CaseResult> results;
  for (const Verdict v : {Verdict::Pass, Verdict::Skip, Verdict::NotRun, Verdict::ExpectedFail})
    results.push_back(result_of("any.int.1d.33.chain", v));
  EXPECT_EQ(chosen(results), Places{});
}

TEST(CasesToRetry, TakesOneOfEachKind) {
  const std::vector<CaseResult> results{result_of("all.int.1d.33.chain", Verdict::Fail),
                                        result_of("all.int.1d.64.chain", Verdict::Fail),
                                        result_of("any.int.1d.33.chain", Verdict::Fail),
                                        result_of("all.int.1d.2.chain", Verdict::Crash),
                                        result_of("any.int.1d.2.chain", Verdict::Crash),
                                        result_of("reduce_add.half.2d.2x1.chain", Verdict::Crash),
                                        result_of("all.int.2d.7x5.chain", Verdict::Crash),
                                        result_of("any.int.1d.2.chain", Verdict::Timeout)};
  // The crash with 2 work-items represents other builtins of that size, and other sizes of its builtin.
  EXPECT_EQ(chosen(results), (Places{0, 2, 3, 7}));
  EXPECT_EQ(chosen(results, 0), Places{});
}

TEST(CasesToRetry, TakesOneForEachBrokenClauseOfABuiltin) {
  std::vector<CaseResult> results;
  for (const char* id :
       {"all.int.1d.33.chain", "all.int.1d.64.chain", "all.int.1d.127.chain", "all.int.1d.100.solo"})
    results.push_back(result_of(id, Verdict::Fail));
  for (CaseResult& result : results) result.failure = Failure{"all_true", "WGC.PR.1"};
  results[2].failure->clause = "WGC.PR.3";
  EXPECT_EQ(chosen(results), (Places{0, 2, 3}));
}

TEST(CasesToRetry, StopsAfterTheNumberOfRetries) {
  const std::vector<CaseResult> results{result_of("all.int.1d.33.chain", Verdict::Fail)};
  EXPECT_EQ(chosen(results, 2, {1}), Places{0});
  EXPECT_EQ(chosen(results, 2, {2}), Places{});
}

TEST(CasesToRetry, TakesTheRestOfAKindAfterAPass) {
  std::vector<CaseResult> results{
      result_of("all.int.1d.33.chain", Verdict::Crash), result_of("all.int.1d.64.chain", Verdict::Crash),
      result_of("any.int.1d.33.chain", Verdict::Crash), result_of("any.int.1d.64.chain", Verdict::Fail)};
  add_attempt(results[0], result_of("all.int.1d.33.chain", Verdict::Pass));
  EXPECT_EQ(chosen(results, 2, {1, 0, 0, 2}), (Places{1, 2}));
}

// Crashes cost a process each, so their number is limited for any driver.
TEST(CasesToRetry, LimitsTheKindsOfCrashes) {
  std::vector<CaseResult> results;
  for (const Case& c : plan(Profile::Full)) results.push_back({c, Verdict::Timeout});
  EXPECT_LE(chosen(results).size(), 8U);
  EXPECT_GE(chosen(results).size(), 2U);
}

Verdict verdict_of(std::initializer_list<Verdict> attempts) {
  const char* id = "any.int.1d.33.chain";
  CaseResult first = result_of(id, *attempts.begin());
  for (const Verdict* v = attempts.begin() + 1; v != attempts.end(); ++v)
    add_attempt(first, result_of(id, *v));
  return first.verdict;
}

TEST(AddAttempt, APassBesideAFailureIsAFlake) {
  EXPECT_EQ(verdict_of({Verdict::Pass, Verdict::Pass}), Verdict::Pass);
  EXPECT_EQ(verdict_of({Verdict::Fail, Verdict::Pass}), Verdict::Flake);
  EXPECT_EQ(verdict_of({Verdict::Pass, Verdict::Crash}), Verdict::Flake);
  EXPECT_EQ(verdict_of({Verdict::Fail, Verdict::Pass, Verdict::Fail}), Verdict::Flake);
  EXPECT_EQ(verdict_of({Verdict::Fail, Verdict::Crash}), Verdict::Fail);
  EXPECT_EQ(verdict_of({Verdict::Skip, Verdict::Skip}), Verdict::Skip);
}

// With --repeat. A device may skip a case in one turn only, such as after CL_OUT_OF_RESOURCES.
TEST(AddAttempt, AFailureAfterASkipCounts) {
  EXPECT_EQ(verdict_of({Verdict::Skip, Verdict::Fail}), Verdict::Fail);
  EXPECT_EQ(verdict_of({Verdict::Skip, Verdict::Crash, Verdict::Skip}), Verdict::Crash);
  EXPECT_EQ(verdict_of({Verdict::Skip, Verdict::Pass, Verdict::Fail}), Verdict::Flake);
}

// Only a bug that depends on more than the input moves to other work-groups.
TEST(AddAttempt, WrongResultsInOtherWorkGroupsVary) {
  const auto failing = [](const char* wrong_groups, std::optional<std::size_t> data = {},
                          Extents local = {}) {
    CaseResult result = result_of("any.int.1d.33.chain", Verdict::Fail);
    result.evidence =
        std::make_shared<const Evidence>(Evidence{.local = local, .sites = {{wrong_groups, {}}}});
    result.data_reduced = data;
    return result;
  };
  const auto varies = [](CaseResult first, const CaseResult& again) {
    add_attempt(first, again);
    return first.varies;
  };
  EXPECT_TRUE(varies(failing("0110"), failing("0100")));
  EXPECT_FALSE(varies(failing("0110"), failing("0110")));
  EXPECT_FALSE(varies(failing("0110"), failing("01", 64))) << "on less data";
  EXPECT_FALSE(varies(failing("0110"), failing("01", {}, {66, 1, 1}))) << "in larger work-groups";
  EXPECT_FALSE(varies(failing("0110"), result_of("any.int.1d.33.chain", Verdict::Crash)));
}

TEST(AddAttempt, KeepsTheFailureAndEveryVerdict) {
  CaseResult first = result_of("any.int.1d.33.chain", Verdict::Pass);
  CaseResult second = result_of("any.int.1d.33.chain", Verdict::Fail);
  second.failure = Failure{"one_hot", "WGC.PR.2"};
  add_attempt(first, second);
  add_attempt(first, result_of("any.int.1d.33.chain", Verdict::Pass));
  EXPECT_EQ(first.attempts, (std::vector{Verdict::Pass, Verdict::Fail, Verdict::Pass}));
  ASSERT_TRUE(first.failure);
  EXPECT_EQ(first.failure->check, "one_hot");
  EXPECT_EQ(first.failure->message, "; another run passed");
}

// The sender of the signal is unknown. A failure of the driver counts.
TEST(AddAttempt, AKillIsNoAttemptIfAnotherRunPasses) {
  const CaseResult pass = result_of("any.int.1d.33.chain", Verdict::Pass);
  CaseResult kill = result_of("any.int.1d.33.chain", Verdict::Crash), crash = kill;
  kill.message = "killed";
  kill.killed = true;
  CaseResult killed_first = kill, killed_last = pass, killed_twice = kill, crashed = kill;
  add_attempt(killed_first, pass);
  add_attempt(killed_last, kill);
  add_attempt(killed_twice, kill);
  EXPECT_EQ(killed_twice.verdict, Verdict::Crash);
  add_attempt(killed_twice, pass);
  for (CaseResult* result : {&killed_first, &killed_last, &killed_twice}) {
    EXPECT_EQ(result->verdict, Verdict::Pass);
    EXPECT_TRUE(result->attempts.empty());
    EXPECT_EQ(result->observed, std::set<std::string>{"a kill that did not repeat: killed"});
    EXPECT_FALSE(result->killed);
  }
  add_attempt(crashed, crash);
  add_attempt(crashed, pass);
  EXPECT_EQ(crashed.verdict, Verdict::Flake);
}

// The fault may need many work-groups.
TEST(AddAttempt, APassWithLessDataIsNoAttempt) {
  CaseResult failure = result_of("any.int.1d.33.chain", Verdict::Fail);
  CaseResult pass = result_of("any.int.1d.33.chain", Verdict::Pass);
  failure.checks = 1;
  pass.data_reduced = 1024;
  CaseResult failed_first = failure, failed_last = pass;
  add_attempt(failed_first, pass);
  add_attempt(failed_last, failure);
  for (const CaseResult* result : {&failed_first, &failed_last}) {
    EXPECT_EQ(result->verdict, Verdict::Fail);
    EXPECT_TRUE(result->attempts.empty());
    EXPECT_FALSE(result->data_reduced);
  }
  CaseResult both = failure;
  both.data_reduced = 1024;
  add_attempt(both, pass);
  EXPECT_EQ(both.verdict, Verdict::Flake);
  // The data of a crash is not known.
  CaseResult crash = result_of("any.int.1d.33.chain", Verdict::Crash);
  add_attempt(crash, pass);
  EXPECT_EQ(crash.verdict, Verdict::Flake);
}

TEST(AddAttempt, ANotRunCaseIsNoAttempt) {
  CaseResult first = result_of("any.int.1d.33.chain", Verdict::Pass);
  add_attempt(first, result_of("any.int.1d.33.chain", Verdict::NotRun));
  EXPECT_EQ(first.verdict, Verdict::Pass);
  EXPECT_TRUE(first.attempts.empty());
}

}  // namespace
}  // namespace wgcts::harness

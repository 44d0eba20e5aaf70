// The supervisor against workers that crash, hang, babble, close their pipe and flood it: every case gets a
// verdict, and only the guilty a bad one.
#include "harness/supervisor.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "suites/plan.hpp"
#include "suites/selection.hpp"
#include "tests/harness/able_device.hpp"

namespace wgcts {
namespace {

std::map<std::string, Verdict> judge(const char* mode, const char* victim, double timeout = 20) {
  setenv("FAKE", mode, 1);
  setenv("FAKE_CASE", victim, 1);
  const auto cases =
      select(plan(Profile::Standard), {.types = {"float"}, .filters = {"*.1d.33.chain", "*.1d.100.solo"}});
  const WorkerSetup setup{{WGCTS_FAKE_WORKER}, timeout, 2};
  const auto outcomes = judge_cases(setup, able_device(), {1, cases}, {[](const CaseResult&) {}});
  EXPECT_TRUE(outcomes.complete);
  EXPECT_EQ(outcomes.results.size(), cases.size());
  std::map<std::string, Verdict> verdicts;
  for (const auto& result : outcomes.results) verdicts[name(result.the_case)] = result.verdict;
  return verdicts;
}

void expect_only(const std::map<std::string, Verdict>& verdicts, const std::string& guilty, Verdict verdict) {
  for (const auto& [id, got] : verdicts) EXPECT_EQ(got, id == guilty ? verdict : Verdict::Pass) << id;
}

constexpr const char* guilty = "reduce_min.float.1d.33.chain";

TEST(Supervisor, PassesAGoodWorker) { expect_only(judge("none", "?"), "", Verdict::Pass); }
TEST(Supervisor, BlamesACrash) { expect_only(judge("crash", guilty), guilty, Verdict::Crash); }
TEST(Supervisor, BlamesWhatIsKilledAgainAndAgain) {
  expect_only(judge("shot", guilty), guilty, Verdict::Crash);
}
TEST(Supervisor, TakesAnEarlyExitForACrash) { expect_only(judge("exit", guilty), guilty, Verdict::Crash); }
TEST(Supervisor, BlamesAHang) { expect_only(judge("hang", guilty, 2), guilty, Verdict::Timeout); }
TEST(Supervisor, TakesAClosedPipeForAHang) {
  expect_only(judge("close", guilty, 2), guilty, Verdict::Timeout);
}
TEST(Supervisor, BlamesARefusal) { expect_only(judge("refuse", guilty), guilty, Verdict::LaunchError); }
TEST(Supervisor, HearsThroughBabble) { expect_only(judge("babble", "?"), "", Verdict::Pass); }
TEST(Supervisor, OutlivesAFlood) { expect_only(judge("flood", "?"), "", Verdict::Pass); }

TEST(Supervisor, GivesEveryCaseAVerdictWhereEverythingCrashes) {
  for (const auto& [id, verdict] : judge("crash", "")) EXPECT_EQ(verdict, Verdict::Crash) << id;
}

TEST(Supervisor, SkipsWhatTheDeviceLacksWithoutAWorker) {
  DeviceFacts facts = able_device();
  facts.fp64 = {false, {"CL_DEVICE_EXTENSIONS", "no cl_khr_fp64"}};
  const auto cases =
      select(plan(Profile::Standard),
             {.types = {"double"}, .filters = {"-*.cl31"}});  // which it lacks for another reason
  const auto outcomes =
      judge_cases({{"/nonexistent/worker"}, 1, 1}, facts, {1, cases}, {[](const CaseResult&) {}});
  for (const auto& result : outcomes.results) {
    EXPECT_EQ(result.verdict, Verdict::Skip);
    ASSERT_TRUE(result.reason);
    EXPECT_EQ(result.reason->query, "CL_DEVICE_EXTENSIONS");
  }
}

TEST(Supervisor, WhatWasJudgedEarlierStandsAndIsNotJudgedAgain) {
  setenv("FAKE", "none", 1);
  const auto cases =
      select(plan(Profile::Standard), {.types = {"float"}, .filters = {"*.1d.33.chain", "*.1d.100.solo"}});
  CaseResult earlier{cases[1], Verdict::Timeout};
  earlier.message = "hung last week";
  std::size_t told = 0;
  const auto outcomes = judge_cases({{WGCTS_FAKE_WORKER}, 20, 1}, able_device(), {1, cases, {earlier}},
                                    {[&](const CaseResult&) { ++told; }});
  EXPECT_EQ(told, cases.size() - 1);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(outcomes.results[i].the_case, cases[i]);
    EXPECT_EQ(outcomes.results[i].verdict, i == 1 ? Verdict::Timeout : Verdict::Pass);
  }
  EXPECT_EQ(outcomes.results[1].message, "hung last week");
  // With nothing left to judge no worker is needed.
  const auto none = judge_cases({{"/nonexistent/worker"}, 1, 1}, able_device(), {1, cases, outcomes.results},
                                {[](const CaseResult&) {}});
  EXPECT_EQ(none.results[1].message, "hung last week");
}

TEST(Supervisor, SaysWhenNoWorkerCanBeStarted) {
  EXPECT_THROW(discover({{"/nonexistent/worker"}, 1, 1}), std::runtime_error);
  EXPECT_THROW(discover({{"/bin/false"}, 1, 1}), std::runtime_error);
}

}  // namespace
}  // namespace wgcts

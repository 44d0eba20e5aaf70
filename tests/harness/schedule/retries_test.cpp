// The supervisor reruns cases that failed or that other workers may have disturbed.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <span>

#include "harness/process/worker_connection.hpp"
#include "harness/schedule/schedule.hpp"
#include "suites/plan.hpp"
#include "suites/selection.hpp"
#include "tests/harness/able_device.hpp"
#include "tests/harness/schedule/guilty.hpp"

namespace wgcts::harness {
namespace {

using Met = std::vector<std::pair<std::string, std::string>>;  ///< process and case

/// The contents of FAKE_LOG.
Met met_in(const std::string& log) {
  std::ifstream lines(log);
  Met met;
  for (std::string process, id; lines >> process >> id;) met.emplace_back(process, id);
  return met;
}

/// Results of a run with retries, and the processes that ran the victim.
struct Retried {
  std::map<std::string, CaseResult> results;
  Met met;
};
Retried retried(const char* mode, const char* victim, unsigned retries = 2, double timeout = 20) {
  const std::string log = testing::TempDir() + "wgcts_met_" + std::to_string(getpid());
  std::remove(log.c_str());
  setenv("FAKE", mode, 1);
  setenv("FAKE_CASE", victim, 1);
  setenv("FAKE_LOG", log.c_str(), 1);
  const auto cases =
      select(plan(Profile::Standard),
             {.types = {"float"}, .filters = {"*.1d.33.chain", "*.1d.64.chain", "*.1d.100.solo"}});
  const auto outcomes = judge_cases({{WGCTS_FAKE_WORKER}, timeout, 2, retries}, able_device(), {1, cases},
                                    {[](const CaseResult&) {}});
  unsetenv("FAKE_LOG");
  Retried retried;
  for (const auto& result : outcomes.results) retried.results[name(result.the_case)] = result;
  retried.met = met_in(log);
  return retried;
}

TEST(Retries, APassAfterAFailureIsAFlake) {
  const auto [results, met] = retried("once_fail", guilty);
  const CaseResult& result = results.at(guilty);
  EXPECT_EQ(result.verdict, Verdict::Flake);
  EXPECT_EQ(result.attempts, (std::vector{Verdict::Fail, Verdict::Pass}));
  ASSERT_EQ(met.size(), 2U);
  EXPECT_NE(met[0].first, met[1].first) << "not in a new worker";
  for (const auto& [id, other] : results)
    EXPECT_EQ(other.verdict, id == guilty ? Verdict::Flake : Verdict::Pass) << id;
}

TEST(Retries, APassAfterACrashIsAFlake) {
  // The first crash happens together with other cases and proves nothing. The second happens alone.
  const auto [results, met] = retried("twice_crash", guilty);
  EXPECT_EQ(results.at(guilty).attempts, (std::vector{Verdict::Crash, Verdict::Pass}));
  for (const auto& [id, result] : results)
    EXPECT_EQ(result.verdict, id == guilty ? Verdict::Flake : Verdict::Pass) << id;
}

// The sender of the signal is unknown, even if memory was free. If the process is killed in every run, the
// driver is at fault.
TEST(Retries, APassAfterKillsIsAPass) {
  const CaseResult passed = retried("twice_killed", guilty).results.at(guilty);
  EXPECT_EQ(passed.verdict, Verdict::Pass);
  ASSERT_EQ(passed.observed.size(), 1U);
  EXPECT_TRUE(
      passed.observed.begin()->starts_with("a kill that did not repeat: the worker was killed by SIGKILL"));
  EXPECT_TRUE(passed.attempts.empty());
  EXPECT_EQ(retried("killed", guilty).results.at(guilty).verdict, Verdict::Crash);
}

// The driver crashed with the whole launch and with no case alone. The crash must still be reported.
TEST(Retries, ACrashThatDoesNotRepeatIsAFlake) {
  const auto [results, met] = retried("once_crash", guilty);
  EXPECT_EQ(results.at(guilty).attempts, (std::vector{Verdict::Crash, Verdict::Pass}));
  for (const auto& [id, result] : results)
    EXPECT_EQ(result.verdict, id == guilty ? Verdict::Flake : Verdict::Pass) << id;
  EXPECT_EQ(retried("once_crash", guilty, 0).results.at(guilty).verdict, Verdict::Crash);
}

// A refused launch that passes on a retry is a flake, not a pass.
TEST(Retries, APassAfterARefusalIsAFlake) {
  for (const char* mode : {"once_refuse", "twice_refuse"}) {
    const auto [results, met] = retried(mode, guilty);
    EXPECT_EQ(results.at(guilty).attempts, (std::vector{Verdict::LaunchError, Verdict::Pass})) << mode;
    for (const auto& [id, result] : results)
      EXPECT_EQ(result.verdict, id == guilty ? Verdict::Flake : Verdict::Pass) << mode << ' ' << id;
  }
  EXPECT_EQ(retried("once_refuse", guilty, 0).results.at(guilty).verdict, Verdict::LaunchError);
}

TEST(Retries, ARepeatedFailureKeepsItsVerdict) {
  const auto [results, met] = retried("fail", guilty);
  EXPECT_EQ(results.at(guilty).verdict, Verdict::Fail);
  EXPECT_EQ(results.at(guilty).attempts, (std::vector{Verdict::Fail, Verdict::Fail, Verdict::Fail}));
  EXPECT_EQ(met.size(), 3U);
}

// While another program uses the device's resources, every call may be refused. Such a refusal counts if it
// repeats later, without any other worker.
TEST(Retries, ARefusalForLackOfResourcesMustRepeat) {
  const std::string launch = "clEnqueueNDRangeKernel returned CL_OUT_OF_RESOURCES";
  const std::string buffer = "clCreateBuffer returned CL_MEM_OBJECT_ALLOCATION_FAILURE";
  for (const auto& [mode, message] : {std::pair{"no_resources", launch}, {"no_buffers_left", buffer}}) {
    const auto [once, met] = retried((std::string("once_") + mode).c_str(), guilty);
    for (const auto& [id, result] : once) EXPECT_EQ(result.verdict, Verdict::Pass) << mode << ' ' << id;
    EXPECT_EQ(once.at(guilty).observed, std::set{"a refusal that did not repeat: " + message});
    ASSERT_EQ(met.size(), 2U) << mode;
    EXPECT_NE(met[0].first, met[1].first) << "not in a new worker";
    for (const auto& [id, result] : retried(mode, guilty).results)
      EXPECT_EQ(result.verdict, id == guilty ? Verdict::LaunchError : Verdict::Pass) << mode << ' ' << id;
  }
}

// Another worker may block the device until it ends, even if it is idle. A hang that does not repeat alone is
// an observation.
TEST(Retries, AHangBesideAnotherWorkerMustRepeat) {
  // One worker has a single case, and is then idle. The other one has several.
  std::vector<Case> cases{parse_case("reduce_add.int.1d.33.solo").value()};
  for (const char* builtin : {"reduce_add", "reduce_min", "reduce_max", "scan_exclusive_add", "broadcast"})
    cases.push_back(parse_case(std::string(builtin) + ".float.1d.33.solo").value());
  struct Row {
    unsigned workers;
    const Case& hung;
  };
  setenv("FAKE", "once_hang", 1);
  setenv("FAKE_SECONDS", "0.2", 1);
  const std::string log = testing::TempDir() + "wgcts_hung_" + std::to_string(getpid());
  setenv("FAKE_LOG", log.c_str(), 1);
  for (const auto& [workers, hung] : {Row{2, cases.at(1)}, Row{2, cases.back()}, Row{1, cases.back()}}) {
    const bool is_beside = workers > 1;
    std::filesystem::remove(log);
    setenv("FAKE_CASE", name(hung).c_str(), 1);
    const auto outcomes = judge_cases({{WGCTS_FAKE_WORKER}, patience, workers, 0}, able_device(), {1, cases},
                                      {[](const CaseResult&) {}});
    const std::set<std::string> seen{
        "a hang that did not repeat: no answer within 4 s; --timeout allows more, beside other workers"};
    for (const CaseResult& result : outcomes.results) {
      const bool has_hung = result.the_case == hung;
      EXPECT_EQ(result.verdict, has_hung && !is_beside ? Verdict::Timeout : Verdict::Pass)
          << name(result.the_case) << result.message;
      EXPECT_EQ(result.observed, has_hung && is_beside ? seen : std::set<std::string>{});
    }
    const Met met = met_in(log);
    ASSERT_EQ(met.size(), is_beside ? 2U : 1U);
    EXPECT_TRUE(!is_beside || met[0].first != met[1].first) << "not in a new worker";
  }
  unsetenv("FAKE_LOG");
  unsetenv("FAKE_SECONDS");
  std::filesystem::remove(log);
}

/// The number of observations in the results, which must all be passes.
std::size_t observations_of_passes(const std::vector<CaseResult>& results) {
  std::size_t observed = 0;
  for (const CaseResult& result : results) {
    EXPECT_EQ(result.verdict, Verdict::Pass) << name(result.the_case) << ": " << result.message;
    observed += result.observed.size();
  }
  return observed;
}

// The suite's own workers may block the device.
TEST(Retries, AHangThatDoesNotRepeatAloneLeavesOneWorker) {
  std::vector<Case> cases;
  for (const char* type : {"int", "uint", "long", "ulong", "float", "double"})
    cases.push_back(parse_case(fmt::format("reduce_add.{}.1d.33.solo", type)).value());
  setenv("FAKE", "blocked", 1);
  setenv("FAKE_CASE", "", 1);
  setenv("FAKE_SECONDS", "0.2", 1);  // so that all workers have started
  const auto outcomes =
      judge_cases({{WGCTS_FAKE_WORKER}, 2, 3, 0}, able_device(), {1, cases}, {[](const CaseResult&) {}});
  unsetenv("FAKE_SECONDS");
  EXPECT_GE(observations_of_passes(outcomes.results), 1U);
}

// The device may have resources for one worker only.
TEST(Retries, RefusalsBesideOtherWorkersLeaveOneWorker) {
  const auto cases =
      select(plan(Profile::Standard), {.types = {"int", "float"}, .filters = {"*.1d.33.chain"}});
  setenv("FAKE", "scarce", 1);
  setenv("FAKE_CASE", "", 1);
  setenv("FAKE_SECONDS", "0.05", 1);  // so that all workers have started
  const auto outcomes =
      judge_cases({{WGCTS_FAKE_WORKER}, 20, 2}, able_device(), {1, cases}, {[](const CaseResult&) {}});
  unsetenv("FAKE_SECONDS");
  EXPECT_GT(observations_of_passes(outcomes.results), 12U);
}

// The two workers that run already do not both go on.
TEST(Retries, ARefusedContextBesideTwoWorkersLeavesOneWorker) {
  const std::string log = testing::TempDir() + "wgcts_crowded_" + std::to_string(getpid());
  std::filesystem::remove(log);
  // One job for each type.
  const auto cases = select(plan(Profile::Standard),
                            {.types = {"int", "uint", "long", "float"}, .filters = {"*.1d.33.chain"}});
  setenv("FAKE", "crowded", 1);
  setenv("FAKE_CASE", "", 1);
  setenv("FAKE_LOG", log.c_str(), 1);
  setenv("FAKE_SECONDS", "0.02", 1);  // so that two workers have started before the third
  const auto outcomes =
      judge_cases({{WGCTS_FAKE_WORKER}, 20, 3}, able_device(), {1, cases}, {[](const CaseResult&) {}});
  for (const char* variable : {"FAKE_SECONDS", "FAKE_LOG"}) unsetenv(variable);
  observations_of_passes(outcomes.results);
  const Met met = met_in(log);
  std::filesystem::remove(log);
  ASSERT_GT(met.size(), 20U);
  std::set<std::string> later;
  for (const auto& [process, id] : std::span(met).last(met.size() / 4)) later.insert(process);
  EXPECT_EQ(later.size(), 1U);
}

// A driver that loses resources with each launch refuses until its process ends.
TEST(Retries, ManyRefusalsThatDoNotRepeatCount) {
  std::size_t forgiven = 0, counted = 0;
  for (const auto& [id, result] : retried("once_no_resources", "").results) {
    forgiven += result.verdict == Verdict::Pass && !result.observed.empty() ? 1 : 0;
    counted += result.verdict == Verdict::Flake || result.verdict == Verdict::LaunchError ? 1 : 0;
  }
  EXPECT_GE(forgiven, 1U);
  EXPECT_GE(counted, 1U);
}

// The worker survives when the device refuses buffers. Alone in a kernel the case would need fewer buffers.
TEST(Retries, ARefusedLaunchIsRetriedAsAWhole) {
  const auto [results, met] = retried("no_buffers", guilty);
  EXPECT_EQ(results.at(guilty).attempts,
            (std::vector{Verdict::LaunchError, Verdict::LaunchError, Verdict::LaunchError}));
  EXPECT_EQ(met.size(), 3U);
}

TEST(Retries, NoRetriesWithoutTheOption) {
  const auto [results, met] = retried("once_fail", guilty, 0);
  EXPECT_EQ(results.at(guilty).verdict, Verdict::Fail);
  EXPECT_TRUE(results.at(guilty).attempts.empty());
}

TEST(Retries, OneCaseRepresentsItsKindUntilItPasses) {
  std::size_t judged = 0, again = 0;
  for (const auto& [id, result] : retried("fail", "reduce_add.float").results)
    if (result.verdict == Verdict::Fail) ++judged, again += result.attempts.empty() ? 0 : 1;
  EXPECT_GE(judged, 2U);
  EXPECT_EQ(again, 1U);
  for (const auto& [id, result] : retried("once_fail", "reduce_add.float").results)
    EXPECT_EQ(result.verdict,
              id.find("reduce_add.float") == std::string::npos ? Verdict::Pass : Verdict::Flake)
        << id;
}

/// The outcomes of a run of one case, which fails. The worker of its first run needs this many seconds to end
/// beside others. Meanwhile, a new worker runs the retries, because retries need a new worker.
Outcomes beside_an_end(const char* mode, double seconds_of_end, double timeout, const char* seconds_of_case,
                       unsigned retries) {
  const std::string log = testing::TempDir() + "wgcts_end_" + std::to_string(getpid());
  std::filesystem::remove(log);
  setenv("FAKE", mode, 1);
  setenv("FAKE_LOG", log.c_str(), 1);
  setenv("FAKE_CASE", guilty, 1);
  setenv("FAKE_SECONDS", seconds_of_case, 1);
  setenv("FAKE_END", fmt::format("{}", seconds_of_end).c_str(), 1);
  setenv("FAKE_FAILING", guilty, 1);
  const Outcomes outcomes = judge_cases({{WGCTS_FAKE_WORKER}, timeout, 2, retries}, able_device(),
                                        {1, {parse_case(guilty).value()}}, {[](const CaseResult&) {}});
  for (const char* variable : {"FAKE_FAILING", "FAKE_END", "FAKE_SECONDS", "FAKE_LOG"}) unsetenv(variable);
  std::filesystem::remove(log);
  const CaseResult& result = outcomes.results.front();
  EXPECT_EQ(result.attempts, std::vector(retries + 1, Verdict::Fail)) << result.message;
  return outcomes;
}

// An ending worker still holds the device and may block it. So the retry runs once more.
TEST(Retries, AHangBesideTheEndOfAWorkerMustRepeat) { beside_an_end(",blocked", 3, patience, "0", 1); }

// The driver may release a device only when other processes do not use it. The two retries take longer than
// the timeout.
TEST(WorkerFailures, ABusyWorkerMayKeepAnotherFromEnding) {
  EXPECT_TRUE(beside_an_end("none", 600, 2, "1.2", 2).worker_failures.empty());
}

}  // namespace
}  // namespace wgcts::harness

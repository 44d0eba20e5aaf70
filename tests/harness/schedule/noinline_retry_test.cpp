// A program that fails with __attribute__((noinline)) and passes without it breaks no rule.
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/process/protocol.hpp"
#include "harness/schedule/retry_planner.hpp"
#include "harness/schedule/schedule.hpp"
#include "suites/programs/draw_program.hpp"
#include "tests/harness/schedule/fake_driver.hpp"
#include "tests/harness/text.hpp"

namespace wgcts::harness {
namespace {

/// The first drawn program with such a function, or without, whose number is at least `seed`.
Case program_with_noinline(bool wanted, std::uint64_t seed = 1, const std::string& size = "3") {
  for (;; ++seed) {
    const Case c = parse_case("program.uint.1d." + size + "." + std::to_string(seed)).value();
    const auto& functions = draw_program(key_of(c)).program.functions;
    if (std::ranges::any_of(functions, &Function::noinline) == wanted) return c;
  }
}

CaseResult failing(const Case& c) {
  CaseResult result{c, Verdict::Fail};
  result.failure = Failure{"output 0", "WGC.RD.1"};
  return result;
}

/// Runs the case, which fails. The result of the run without the attribute is `without`.
CaseResult played(const Case& c, std::optional<CaseResult> without) {
  Schedule schedule(able_device(), {.cases = {c}}, {[](const CaseResult&) {}}, 0);
  bool retried = false;
  do {
    while (auto task = schedule.take()) {
      if (task->purpose != Purpose::WithoutNoinline) {
        schedule.judged(*task, failing(c));
      } else {
        retried = true;
        EXPECT_TRUE(without) << "must not run without the attribute";
        if (without && without->verdict == Verdict::Crash)
          schedule.lost(*task, {{Verdict::Crash}, Phase::Start, {c}}, {c});
        else if (without)
          schedule.judged(*task, *without);
      }
      schedule.finished(*task, {});
    }
  } while (schedule.next_round());
  EXPECT_EQ(retried, without.has_value());
  return schedule.take_results().front();
}

TEST(NoinlineRetry, APassWithoutTheAttributeIsAnObservation) {
  const Case c = program_with_noinline(true);
  const CaseResult result = played(c, CaseResult{c, Verdict::Pass});
  EXPECT_EQ(result.verdict, Verdict::Pass);
  EXPECT_FALSE(result.failure);
  EXPECT_EQ(result.observed, (std::set<std::string>{"__attribute__((noinline)): fail"}));
  EXPECT_EQ(result.attempts, (std::vector{Verdict::Fail, Verdict::Pass}));
}

TEST(NoinlineRetry, AFailureWithoutTheAttributeIsAFailure) {
  const Case c = program_with_noinline(true);
  for (const CaseResult& without : {failing(c), CaseResult{c, Verdict::Crash}}) {
    const CaseResult result = played(c, without);
    EXPECT_EQ(result.verdict, Verdict::Fail);
    EXPECT_TRUE(result.failure);
    EXPECT_TRUE(result.observed.empty());
  }
}

// The attribute is not the cause of a failure that does not repeat with it.
TEST(NoinlineRetry, AFlakeIsNotRetried) {
  const Case c = program_with_noinline(true);
  Schedule schedule(able_device(), {.cases = {c}}, {[](const CaseResult&) {}}, 1);
  do
    while (const auto task = schedule.take()) {
      EXPECT_NE(task->purpose, Purpose::WithoutNoinline);
      schedule.judged(*task, task->purpose == Purpose::Judge ? failing(c) : CaseResult{c, Verdict::Pass});
      schedule.finished(*task, {});
    }
  while (schedule.next_round());
  EXPECT_EQ(schedule.take_results().front().verdict, Verdict::Flake);
}

// The programs pass one by one, with the attribute and without it.
TEST(NoinlineRetry, ProgramsThatCrashTogetherAreRetriedTogether) {
  const std::tuple<bool, unsigned> runs[] = {{true, 0}, {false, 0}, {true, 2}, {false, 2}};
  for (const auto& [crashes_without, retries] : runs) {
    const Case first = program_with_noinline(true), second = program_with_noinline(true, first.number + 1);
    Schedule schedule(able_device(), {.cases = {first, second}}, {[](const CaseResult&) {}}, retries);
    do
      while (const auto task = schedule.take()) {
        const bool is_without = task->purpose == Purpose::WithoutNoinline;
        if (kernels_of(task->job).size() > 1 && (crashes_without || !is_without))
          schedule.lost(*task, {{Verdict::Crash}, Phase::Build, task->job.cases}, task->job.cases);
        else
          judge_all(*task, schedule);
      }
    while (schedule.next_round());
    for (const CaseResult& result : schedule.take_results())
      EXPECT_EQ(result.verdict, crashes_without ? Verdict::Crash : Verdict::Pass) << result.message;
  }
}

// WGC.LA.6. The second launch in flight is wrong, with the attribute and without it.
TEST(NoinlineRetry, TheSameLaunchesAreInFlight) {
  const Case first = program_with_noinline(false, 1, "2"), second = program_with_noinline(true, 1, "2");
  FakeDriver driver;
  driver.fails_in_flight = [](const Case& c, const std::vector<Case>& in_flight) {
    return c != in_flight.front();
  };
  for (const unsigned retries : {0U, 2U}) {
    const Played played = play(driver, {first, second}, retries);
    EXPECT_EQ(played.results.at(name(first)).verdict, Verdict::Pass);
    EXPECT_TRUE(played.results.at(name(first)).observed.empty());
    EXPECT_EQ(played.results.at(name(second)).verdict, Verdict::Fail);
  }
}

// The program without such a function fails beside one that has it. Only the latter may break no rule.
TEST(NoinlineRetry, AProgramInFlightWithoutTheAttributeStillFails) {
  const Case without = program_with_noinline(false, 1, "2"), with = program_with_noinline(true, 1, "2");
  ResultTable table({without, with});
  for (CaseResult& result : table.results) result = failing(result.the_case);
  RetryPlanner planner(table, 0);
  for (const Case& c : {without, with}) planner.note_failure(c, {{without, with}});
  const auto tasks = planner.without_noinline();
  ASSERT_EQ(tasks.size(), 1U);
  EXPECT_EQ(tasks[0].job.cases, (std::vector{without, with}));
  for (const Case& c : tasks[0].job.cases) planner.conclude({c, Verdict::Pass}, Purpose::WithoutNoinline);
  EXPECT_EQ(table.of(without).verdict, Verdict::Fail);
  EXPECT_EQ(table.of(with).verdict, Verdict::Pass);
}

// A soak run has no later round.
TEST(NoinlineRetry, ASoakRunRetriesAtOnce) {
  const Case c = program_with_noinline(true);
  for (const Verdict without : {Verdict::Pass, Verdict::Fail}) {
    std::vector<CaseResult> told;
    int draws = 0;
    Schedule schedule(able_device(),
                      {.more = [&] { return draws++ < 2 ? std::vector{c} : std::vector<Case>{}; }},
                      {[&](const CaseResult& r) { told.push_back(r); }}, 2);
    while (const auto task = schedule.take()) {
      const bool passes = task->purpose == Purpose::WithoutNoinline && without == Verdict::Pass;
      schedule.judged(*task, passes ? CaseResult{c, Verdict::Pass} : failing(c));
      schedule.finished(*task, {});
    }
    ASSERT_EQ(told.size(), 2U);
    for (const CaseResult& result : told) EXPECT_EQ(result.verdict, without);
  }
}

// It is unknown whether the program fails without the attribute.
TEST(NoinlineRetry, AStoppedSoakRunGivesNoVerdict) {
  const Case c = program_with_noinline(true);
  std::vector<CaseResult> told;
  Schedule schedule(able_device(), {.more = [&] { return std::vector{c}; }},
                    {[&](const CaseResult& r) { told.push_back(r); }}, 2);
  const Task task = schedule.take().value();
  schedule.judged(task, failing(c));
  schedule.finished(task, {});
  schedule.stop("not run: interrupted");
  (void)schedule.take_results();
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].verdict, Verdict::NotRun);
  EXPECT_EQ(told[0].message, "not run: interrupted");
}

TEST(NoinlineRetry, OtherProgramsAreNotRetried) {
  EXPECT_EQ(played(program_with_noinline(false), std::nullopt).verdict, Verdict::Fail);
  const Case call = parse_case("reduce_add.int.1d.33.chain").value();
  EXPECT_EQ(played(call, std::nullopt).verdict, Verdict::Fail);
}

TEST(NoinlineRetry, OnlyTheAttributeIsRemovedFromTheText) {
  Job job{{program_with_noinline(true)}};
  const std::string with = program_text(kernels_of(job));
  job.without_noinline = true;
  const std::string without = program_text(kernels_of(job));
  constexpr std::string_view attribute = "__attribute__((noinline)) ";
  EXPECT_EQ(without.find(attribute), std::string::npos);
  std::string stripped = with;
  for (std::size_t at = 0; (at = stripped.find(attribute)) != std::string::npos;)
    stripped.erase(at, attribute.size());
  EXPECT_EQ(stripped, without);
  EXPECT_NE(with, without);
  const Work order{.job = job};
  EXPECT_TRUE(std::get<Work>(parse_order(to_line(Order{order}))).job.without_noinline);
}

}  // namespace
}  // namespace wgcts::harness

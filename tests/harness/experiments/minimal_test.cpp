// The whole search, on simulated devices: wrong, crashing, hanging, flaky and slow ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "harness/experiments/experiments.hpp"
#include "reference/causes/cause.hpp"
#include "suites/plan.hpp"
#include "tests/harness/answering_device.hpp"
#include "tests/harness/faulty_device.hpp"

namespace wgcts::harness {
namespace {

/// An output that the device did not write.
std::vector<std::byte> unwritten(const KernelRun& run) {
  return std::vector(size_in_bytes(run.arguments[1]), usual_poison);
}

// Any of several launches in flight may be wrong.
TEST(Minimise, AnotherLaunchMayBeTheWrongOne) {
  FakeDevice device{[](const Experiment& q) {
                      return verdict(q.the_case.variant->name == "unordered" ? Verdict::Fail : Verdict::Pass);
                    },
                    [](const KernelRun& run) {
                      RunOutcome outcome = all_of_bits(run, -1);
                      outcome.others.push_back({unwritten(run)});
                      return outcome;
                    }};
  const FoundBug found = minimised(bug("unknown", {"all.int.1d.4.chain.unordered"}), device.oracle(), 60);
  ASSERT_TRUE(found.failing_run);
  const KernelRun& run = found.failing_run->run;
  EXPECT_EQ(run.situation, Situation::Unordered);
  EXPECT_EQ(found.failing_run->wrong.size(), run.arguments[1].expected.size());
  EXPECT_EQ(found.failing_run->outcome.outputs, RunOutcome::Outputs{unwritten(run)});
}

// A small kernel would call the driver's builtins, which are not judged.
TEST(Minimise, BuiltinsOfAFileGetNoKernelOfTheirOwn) {
  FakeDevice wrong{[](const Experiment&) { return verdict(Verdict::Fail); },
                   [](const KernelRun& t) -> RunOutcome {
                     ADD_FAILURE() << t.text;
                     return {};
                   }};
  Oracle oracle = wrong.oracle();
  oracle.device.implementation = ImplementationFacts{"my.cl", "", {"work_group_all(int)"}};
  const FoundBug found = minimised(bug("narrowed", {"all.int.1d.33.chain"}), oracle, 10);
  EXPECT_FALSE(found.failing_run);
  EXPECT_TRUE(found.bug.minimal) << "the smallest case is told all the same";
}

TEST(Minimise, AContradictionBetweenQueriesGetsNoKernel) {
  FakeDevice contradicting{[](const Experiment&) {
                             CaseResult result = verdict(Verdict::Fail);
                             result.failure = Failure{"queries", "WGC.AV.5"};
                             return result;
                           },
                           [](const KernelRun& t) -> RunOutcome {
                             ADD_FAILURE() << t.text;
                             return {};
                           }};
  const FoundBug found = minimised(bug("unknown", {"reduce_mul.int.1d.1.solo"}), contradicting.oracle(), 10);
  EXPECT_FALSE(found.failing_run);
  EXPECT_TRUE(found.bug.minimal);
}

TEST(Minimise, WrongValuesToTheirSmallest) {
  FakeDevice low_bit{[](const Experiment& q) {
                       return verdict(q.the_case.builtin->name == "all" ? Verdict::Fail : Verdict::Pass);
                     },
                     [](const KernelRun& t) { return all_of_bits(t, 1); }};
  const FoundBug found =
      minimised(bug("narrowed", {"all.int.3d.4x3x5.chain", "all.int.1d.33.chain"}), low_bit.oracle(), 10);
  EXPECT_EQ(found.bug.minimal->name, "all.int.1d.1.solo");
  EXPECT_EQ(found.bug.minimal->groups, 1U);
  ASSERT_EQ(found.bug.minimal->lanes.size(), 1U);
  EXPECT_EQ(found.bug.minimal->lanes[0].input.text, "2");
  EXPECT_EQ(found.bug.minimal->lanes[0].expected.text, "non-zero");
  EXPECT_EQ(found.bug.minimal->lanes[0].got.text, "0");
  EXPECT_EQ(found.bug.minimal->wrong, (std::vector<LaneRun>{{0, 0}}));
  EXPECT_TRUE(found.failing_run->reproduced);
  EXPECT_GE(low_bit.renewed, 1);
  EXPECT_EQ(found.bug.neighbour->name, "any.int.1d.1.solo");
  EXPECT_EQ(low_bit.patience, 60);
}

// Otherwise the condition could name an option that the smallest case does not use.
TEST(Minimise, DropsConditionsThatTheSmallestCaseDoesNotMeet) {
  FakeDevice low_bit{[](const Experiment& q) {
                       return verdict(q.the_case.builtin->name == "all" ? Verdict::Fail : Verdict::Pass);
                     },
                     [](const KernelRun& t) { return all_of_bits(t, 1); }};
  Bug unoptimised = bug("narrowed", {"all.int.1d.33.chain.noopt"});
  const Predicate builtin{Feature::Builtin, Relation::Is, {}, {"all"}};
  unoptimised.where = {builtin, {Feature::Option, Relation::Is, {}, {"-cl-opt-disable"}}};
  EXPECT_EQ(minimised(unoptimised, low_bit.oracle(), 10).bug.where, Where{builtin});
  Bug other = bug("narrowed", {"all.int.1d.33.chain"});
  other.builtins = {"all"};
  EXPECT_EQ(minimised(unoptimised, low_bit.oracle(), 10, {&other, 1}).bug.where, unoptimised.where);
}

// In kernels of several builtins, each has some numbers of calls only.
TEST(Minimise, AKernelWithThreeCallsShowsTheFirstWrongOne) {
  for (const unsigned first : {2U, 3U}) {
    FakeDevice device{[&](const Experiment& q) {
                        const FaultOnPaper fault{{.what = What::Input},
                                                 [&](const Place& p) { return p.call_site >= first; }};
                        return judged_on_paper<std::int32_t>(q.the_case, {fault}, device_on_paper(), 1);
                      },
                      [](const KernelRun& t) { return wrote(ints_of(t)); }};
    const Bug told = bug("input", {"broadcast.int.1d.33.chain"},
                         {{Feature::CallSite, Relation::AtLeast, {2}}, {Feature::Company}});
    EXPECT_EQ(to_string(minimised(told, device.oracle(), 60).bug.where), "call>=" + std::to_string(first));
  }
}

// With 17 lanes, the fault changes only the last lane's input, which no result of an exclusive scan includes.
TEST(Minimise, ABoundaryIsNotSoughtWhereTheBugCannotShow) {
  const auto is_wrong = [](const Case& c) { return volume(c.local.extents) > 17; };
  FakeDevice doubled{
      [&](const Experiment& q) {
        if (!is_wrong(q.the_case)) return verdict(Verdict::Pass);
        const Cause cause = causes_named("lanes_doubled", {{"set", "tail"}, {"W", "16"}}).front();
        return judged_on_paper<std::int32_t>(q.the_case, {{cause, [](const Place&) { return true; }}},
                                             device_on_paper(), 1);
      },
      [](const KernelRun& t) { return all_of_bits(t, -1); }};
  Bug told =
      bug("lanes_doubled", {"scan_exclusive_add.int.1d.40.solo"}, {predicate_from("size", {">", "16"})});
  told.what.parameters = {{"set", "tail"}, {"W", "16"}};
  EXPECT_EQ(to_string(minimised(told, doubled.oracle(), 60).bug.where), "size>16");
}

TEST(Minimise, ACrashToTheSmallestSizeThatPassesNextToIt) {
  FakeDevice small{
      [](const Experiment& q) { return lanes(q) <= 2 ? crash() : verdict(Verdict::Pass); },
      [](const KernelRun& t) { return volume(t.range.local) <= 2 ? lost(crash()) : all_of_bits(t, -1); }};
  const FoundBug found = minimised(bug("crash", {"all.int.1d.2.chain"}, {predicate_from("size", {"<", "3"})}),
                                   small.oracle(), 10);
  EXPECT_EQ(found.bug.minimal->name, "all.int.1d.1.solo");
  EXPECT_EQ(found.bug.minimal->message, "the worker was killed by SIGABRT");
  EXPECT_EQ(found.bug.minimal->lanes.size(), 1U);
  EXPECT_TRUE(found.failing_run->reproduced);
  EXPECT_EQ(found.bug.neighbour->name, "all.int.1d.3.solo");
}

// A crash at another stage is another bug.
TEST(Minimise, AnotherCrashIsNotTheSame) {
  FakeDevice two{
      [](const Experiment& q) {
        return lanes(q) < 8 ? crash(Stage::Build) : lanes(q) < 40 ? crash() : verdict(Verdict::Pass);
      },
      [](const KernelRun& t) { return lost(volume(t.range.local) < 8 ? crash(Stage::Build) : crash()); }};
  const FoundBug found = minimised(bug("crash", {"all.int.1d.33.solo"}), two.oracle(), 20);
  EXPECT_EQ(found.bug.minimal->name, "all.int.1d.8.solo");
  EXPECT_EQ(found.failing_run->outcome.stage, Stage::Launch);
}

TEST(Minimise, AHangIsNotWaitedForLong) {
  double longest = 0;
  FakeDevice hangs;
  const auto hang = [&] {
    longest = std::max(longest, hangs.patience);
    CaseResult result = verdict(Verdict::Timeout);
    result.stage = Stage::Launch;
    return result;
  };
  hangs.of_case = [&](const Experiment& q) { return lanes(q) > 4 ? hang() : verdict(Verdict::Pass); };
  hangs.of_run = [&](const KernelRun& t) {
    return volume(t.range.local) > 4 ? lost(hang()) : all_of_bits(t, -1);
  };
  const FoundBug found = minimised(bug("hang", {"all.int.1d.33.solo"}), hangs.oracle(), 8);
  EXPECT_EQ(found.bug.minimal->name, "all.int.1d.5.solo");
  EXPECT_LE(longest, 2);
  EXPECT_TRUE(found.failing_run->reproduced);
}

TEST(Minimise, WhatShowsAtTimesIsAskedForOften) {
  int turn = 0;
  const auto now = [&] { return ++turn % 3 == 0; };
  FakeDevice flaky{[&](const Experiment&) { return verdict(now() ? Verdict::Fail : Verdict::Pass); },
                   [&](const KernelRun& t) { return all_of_bits(t, now() ? 1 : -1); }};
  const FoundBug found = minimised(bug("nondeterministic", {"all.int.1d.33.solo"}), flaky.oracle(), 60);
  ASSERT_TRUE(found.failing_run);
  EXPECT_EQ(found.bug.minimal->name, "all.int.1d.1.solo");
  EXPECT_TRUE(found.failing_run->reproduced);
  EXPECT_FALSE(found.bug.neighbour);  // no neighbour always passes
}

TEST(Minimise, WhatDoesNotShowAgainHasNoSmallest) {
  FakeDevice fine{[](const Experiment&) { return verdict(Verdict::Pass); },
                  [](const KernelRun& t) { return all_of_bits(t, -1); }};
  const FoundBug found = minimised(bug("unknown", {"all.int.1d.33.chain"}), fine.oracle(), 10);
  EXPECT_FALSE(found.experiment || found.bug.minimal || found.failing_run || found.bug.neighbour);
}

TEST(Minimise, WhatNoLiteralKernelShowsHasACase) {
  FakeDevice shy{[](const Experiment&) { return verdict(Verdict::Fail); },
                 [](const KernelRun& t) { return all_of_bits(t, -1); }};
  const FoundBug found = minimised(bug("unknown", {"all.int.1d.33.chain"}), shy.oracle(), 30);
  EXPECT_EQ(found.bug.minimal->name, "all.int.1d.1.solo");
  EXPECT_FALSE(found.failing_run);
}

// A process that has run something else hides the refusal.
TEST(Minimise, ARefusalIsSoughtInNewProcesses) {
  CaseResult refused = verdict(Verdict::LaunchError);
  refused.stage = Stage::Launch;
  bool is_new = true;
  const auto is_refused = [&](std::size_t n) { return is_new = is_new && n >= 3; };
  FakeDevice hides{
      [&](const Experiment& q) { return is_refused(lanes(q)) ? refused : verdict(Verdict::Pass); },
      [&](const KernelRun& t) {
        return is_refused(volume(t.range.local)) ? lost(refused) : all_of_bits(t, -1);
      }};
  Oracle oracle = hides.oracle();
  oracle.restart_worker = [&] { is_new = true; };
  const FoundBug found = minimised(bug("launch", {"all.int.1d.3.solo"}), oracle, 20);
  ASSERT_TRUE(found.failing_run);
  EXPECT_TRUE(found.failing_run->reproduced);
}

// A new process does not show the bug, so it must not be reported as reproduced.
TEST(Minimise, WhatANewProcessDoesNotShowIsNotReproduced) {
  FakeDevice state{[](const Experiment&) { return verdict(Verdict::Fail); }, {}};
  state.of_run = [&](const KernelRun& t) { return all_of_bits(t, state.renewed == 0 ? 1 : -1); };
  const FoundBug found = minimised(bug("unknown", {"all.int.1d.33.chain"}), state.oracle(), 30);
  ASSERT_TRUE(found.failing_run);
  EXPECT_FALSE(found.failing_run->reproduced);
  EXPECT_FALSE(found.failing_run->wrong.empty());
}

}  // namespace
}  // namespace wgcts::harness

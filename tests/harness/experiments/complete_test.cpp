// Minimises all bugs of a report within one time limit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "harness/check/site_checker.hpp"
#include "harness/experiments/experiments.hpp"
#include "tests/harness/answering_device.hpp"

namespace wgcts::harness {
namespace {

/// Bugs that cannot be merged.
std::vector<Bug> bugs_apart(std::size_t count, const Bug& one) {
  std::vector<Bug> bugs(count, one);
  for (std::size_t i = 0; i < count; ++i) bugs[i].signature = std::to_string(i);
  return bugs;
}

TEST(Complete, SharesTheTimeAndKeepsToIt) {
  FakeDevice slow{[&](const Experiment&) { return verdict(Verdict::Fail); },
                  [](const KernelRun& t) { return all_of_bits(t, -1); }};
  const Oracle oracle = slow.oracle();
  auto bugs = bugs_apart(4, bug("unknown", {"all.int.3d.4x3x5.branch"}));
  const auto all = complete(bugs, oracle, 4);
  ASSERT_EQ(all.size(), 4U);
  EXPECT_LE(slow.now, 4.5);
  for (const Bug& b : bugs) {
    EXPECT_TRUE(b.minimal) << "each gets its share";
    EXPECT_EQ(b.cut_short, "the search for its smallest kernel");
  }
}

// The steps after a slow one still get time. Only a step that ran out of time is named.
TEST(Complete, NamesTheStepThatTimeEnded) {
  const auto is_wrong = [](const Experiment& e) { return lanes(e) > 40; };
  FakeDevice wrong{[&](const Experiment& e) { return verdict(is_wrong(e) ? Verdict::Fail : Verdict::Pass); },
                   [](const KernelRun& t) { return all_of_bits(t, 1); }};
  std::vector<Bug> bugs{bug("unknown", {"all.int.1d.41.solo"})};
  (void)complete(bugs, wrong.oracle(), 60);
  EXPECT_TRUE(bugs[0].reproduced);
  EXPECT_EQ(bugs[0].cut_short, "");
  bugs[0] = bug("unknown", {"all.int.3d.8x7x5.branch"});
  const auto all = complete(bugs, wrong.oracle(), 3);
  EXPECT_TRUE(all[0].failing_run) << "half of the time is left for the kernel";
  EXPECT_EQ(bugs[0].cut_short, "the search for its smallest case");
}

// No program could read the report again.
TEST(Complete, AWorkGroupThatIsTooLargeForAReportIsNoMinimalCase) {
  constexpr std::size_t limit = most_minimal_lanes;
  for (const std::size_t size : {limit, limit + 1}) {
    FakeDevice device{
        [&](const Experiment& e) { return verdict(lanes(e) >= size ? Verdict::Fail : Verdict::Pass); },
        [](const KernelRun& t) { return all_of_bits(t, 1); }};
    std::vector<Bug> bugs{bug("unknown", {fmt::format("all.int.1d.{}.solo", size)})};
    const auto all = complete(bugs, device.oracle(), 60);
    EXPECT_TRUE(all[0].experiment);
    EXPECT_EQ(bugs[0].minimal.has_value(), size <= limit);
  }
}

// If a loaded machine cannot start a worker, or a kernel run shows a defect of the suite, the bugs are still
// reported.
TEST(Complete, WithoutAWorkerTheBugsStayAsTheyAre) {
  FakeDevice none{
      [](const Experiment&) -> CaseResult { throw std::runtime_error("no worker could be started"); }, {}};
  FakeDevice defective{[](const Experiment&) { return verdict(Verdict::Fail); },
                       [](const KernelRun&) -> RunOutcome { throw SuiteDefect("std::bad_alloc"); }};
  const auto before = bugs_apart(2, bug("unknown", {"all.int.1d.33.chain"}));
  for (FakeDevice* device : {&none, &defective}) {
    std::vector<Bug> bugs = before;
    EXPECT_EQ(complete(bugs, device->oracle(), 10).size(), 2U);
    EXPECT_EQ(bugs, before);
  }
}

TEST(Complete, AsksNothingWithoutTime) {
  FakeDevice fine;
  std::vector<Bug> bugs{bug("unknown", {"all.int.1d.33.chain"})};
  (void)complete(bugs, fine.oracle(), 0);
  EXPECT_EQ(fine.asked, 0);
  EXPECT_FALSE(bugs[0].minimal);
}

}  // namespace
}  // namespace wgcts::harness

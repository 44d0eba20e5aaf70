#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cli/run/judging.hpp"
#include "tests/harness/able_device.hpp"

namespace wgcts::cli {
namespace {

std::vector<std::string> names_of(SoakSource source, int launches) {
  std::vector<std::string> names;
  for (int i = 0; i < launches; ++i)
    for (const Case& c : source.next()) names.push_back(name(c));
  return names;
}

SoakSource source_of(const Options& options, Shard shard = {}, std::size_t first = 0) {
  return {options, shard, able_device(), first};
}

TEST(Soak, TheSeedDeterminesTheDraws) {
  Options options;
  const auto first = names_of(source_of(options), 100);
  EXPECT_EQ(first, names_of(source_of(options), 100));
  options.seed = 2;
  EXPECT_NE(first, names_of(source_of(options), 100));
}

TEST(Soak, DrawsOnlySelectedCases) {
  Options options;
  options.selection.ops = {"reduce"};
  options.selection.filters = {"*.noopt"};
  for (const std::string& name : names_of(source_of(options), 50))
    EXPECT_TRUE(name.starts_with("reduce_") && name.ends_with(".noopt")) << name;
  options.selection.filters = {"*.huge"};
  EXPECT_TRUE(source_of(options).next().empty());
}

TEST(Soak, ShardsAreDisjoint) {
  const Options options;
  std::set<std::string> seen;
  for (std::size_t number = 1; number <= 3; ++number) {
    std::set<std::string> part;
    for (const std::string& name : names_of(source_of(options, {number, 3}), 300)) part.insert(name);
    EXPECT_GT(part.size(), 300U);
    for (const std::string& name : part) EXPECT_TRUE(seen.insert(name).second) << name;
  }
}

TEST(Soak, ContinuesAtAGivenDraw) {
  const Options options;
  SoakSource source = source_of(options);
  for (int i = 0; i < 20; ++i) (void)source.next();
  const auto rest = names_of(source, 40);
  EXPECT_EQ(names_of(source_of(options, {}, source.draws()), 40), rest);
  EXPECT_NE(names_of(source_of(options, {}, source.draws() + 1), 40), rest);
}

TEST(Soak, KeepsTheSampleOfAnEarlierPart) {
  Report earlier;
  earlier.run.drawn = 1000;
  for (const char* id : {"all.int.1d.1.chain", "all.int.1d.2.chain", "all.int.1d.3.chain"})
    earlier.cases.push_back({parse_case(id).value(), Verdict::Pass});
  SoakSample sample(earlier);
  EXPECT_FALSE(sample.add({parse_case("all.int.1d.4.chain").value(), Verdict::Pass}));
  EXPECT_TRUE(sample.add({parse_case("all.int.1d.4.chain").value(), Verdict::Fail}));
  EXPECT_EQ(sample.judged(), 1002U);
  EXPECT_EQ(sample.take().size(), 4U);
}

TEST(Soak, KeepsExamplesOfEverything) {
  SoakSample sample(Report{});
  const auto add = [&](const std::string& id, Verdict verdict) {
    return sample.add({parse_case(id).value(), verdict});
  };
  for (int size = 1; size <= 100; ++size) add("all.int.1d." + std::to_string(size) + ".chain", Verdict::Pass);
  EXPECT_TRUE(add("all.int.1d.200.chain", Verdict::Fail));
  EXPECT_FALSE(add("all.int.1d.200.chain", Verdict::Fail));  // a report contains a case only once
  EXPECT_TRUE(add("all.int.1d.201.chain", Verdict::Fail));
  EXPECT_TRUE(add("all.int.1d.201.solo", Verdict::Pass));
  EXPECT_EQ(sample.judged(), 104U);
  EXPECT_EQ(sample.take().size(), 3U + 2U + 1U);
}

TEST(Soak, KeepsAFailureOfACaseThatPassedBefore) {
  SoakSample sample(Report{});
  const Case c = parse_case("all.int.1d.2.chain").value();
  for (const Verdict verdict : {Verdict::Pass, Verdict::Fail, Verdict::Crash, Verdict::Pass})
    EXPECT_EQ(sample.add({c, verdict}), verdict != Verdict::Crash && sample.judged() < 2);
  const std::vector<CaseResult> kept = sample.take();
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_EQ(kept.front().verdict, Verdict::Fail);
}

// The number of examples does not limit this: a report would say that the case passed.
TEST(Soak, KeepsItAlsoIfThereAreEnoughExamples) {
  SoakSample sample(Report{});
  const Case c = parse_case("all.int.1d.2.chain").value();
  sample.add({c, Verdict::Pass});
  for (const char* other : {"all.int.1d.3.chain", "all.int.1d.4.chain", "all.int.1d.5.chain"})
    sample.add({parse_case(other).value(), Verdict::Fail});
  EXPECT_TRUE(sample.add({c, Verdict::Fail}));
  EXPECT_EQ(sample.take().front().verdict, Verdict::Fail);
}

// --resume runs the unfinished cases. A program has many cases of one kind.
TEST(Soak, KeepsAllUnfinishedCasesUntilTheyRunAgain) {
  Report report;
  SoakSample sample(report);
  const Case first = parse_case("all.int.1d.1.chain").value();
  sample.add({first, Verdict::Pass});
  for (int size = 1; size <= 10; ++size)
    EXPECT_TRUE(sample.add({parse_case(fmt::format("all.int.1d.{}.chain", size)).value()}, true));
  EXPECT_EQ(sample.judged(), 1U);
  report.cases = sample.take();
  EXPECT_EQ(report.cases.size(), 10U);
  EXPECT_EQ(report.cases.front().verdict, Verdict::NotRun);
  SoakSample resumed(report);
  EXPECT_TRUE(resumed.add({first, Verdict::Pass}));
  EXPECT_EQ(resumed.take().size(), 1U);
}

TEST(Soak, KeepsAFailureOfAnUnfinishedCase) {
  SoakSample sample(Report{});
  const Case c = parse_case("all.int.1d.1.chain").value();
  sample.add({c, Verdict::Fail});
  EXPECT_FALSE(sample.add({c}, true));
  EXPECT_EQ(sample.take().front().verdict, Verdict::Fail);
}

}  // namespace
}  // namespace wgcts::cli

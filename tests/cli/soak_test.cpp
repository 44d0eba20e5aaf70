#include "cli/soak.hpp"

#include <gtest/gtest.h>

#include "tests/harness/able_device.hpp"

namespace wgcts {
namespace {

std::vector<std::string> names_of(const std::function<std::vector<Case>()>& source, int draws) {
  std::vector<std::string> names;
  for (int i = 0; i < draws; ++i)
    for (const Case& c : source()) names.push_back(name(c));
  return names;
}

TEST(Soak, TheSeedSaysWhatIsDrawn) {
  Options options;
  const auto first = names_of(soak_source(options, {}, able_device()), 100);
  EXPECT_EQ(first, names_of(soak_source(options, {}, able_device()), 100));
  options.seed = 2;
  EXPECT_NE(first, names_of(soak_source(options, {}, able_device()), 100));
}

TEST(Soak, DrawsWhatIsSelected) {
  Options options;
  options.selection.ops = {"reduce"};
  options.selection.filters = {"*.noopt"};
  for (const std::string& name : names_of(soak_source(options, {}, able_device()), 50))
    EXPECT_TRUE(name.starts_with("reduce_") && name.ends_with(".noopt")) << name;
  options.selection.filters = {"*.huge"};
  EXPECT_TRUE(soak_source(options, {}, able_device())().empty());
}

TEST(Soak, ShardsAreDisjoint) {
  const Options options;
  std::set<std::string> seen;
  for (std::size_t number = 1; number <= 3; ++number) {
    std::set<std::string> part;
    for (const std::string& name : names_of(soak_source(options, {number, 3}, able_device()), 300))
      part.insert(name);
    EXPECT_GT(part.size(), 300U);
    for (const std::string& name : part) EXPECT_TRUE(seen.insert(name).second) << name;
  }
}

TEST(Soak, KeepsExamplesOfEverything) {
  SoakSample sample;
  const auto add = [&](const std::string& id, Verdict verdict) {
    return sample.add({parse_case(id).value(), verdict});
  };
  for (int size = 1; size <= 100; ++size) add("all.int.1d." + std::to_string(size) + ".chain", Verdict::Pass);
  EXPECT_TRUE(add("all.int.1d.200.chain", Verdict::Fail));
  EXPECT_FALSE(add("all.int.1d.200.chain", Verdict::Fail));  // a report holds a case once
  EXPECT_TRUE(add("all.int.1d.201.chain", Verdict::Fail));
  EXPECT_TRUE(add("all.int.1d.201.solo", Verdict::Pass));
  EXPECT_EQ(sample.judged(), 104U);
  EXPECT_EQ(sample.take().size(), 3U + 2U + 1U);
}

}  // namespace
}  // namespace wgcts

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

#include "harness/planning/planning.hpp"
#include "harness/program/job.hpp"
#include "suites/plan.hpp"
#include "tests/harness/able_device.hpp"

namespace wgcts::harness {
namespace {

/// A random part of the standard profile, in plan order.
std::vector<Case> some_cases() {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto one_in = *rc::gen::inRange<std::uint64_t>(1, 60);
  std::vector<Case> cases;
  static const std::vector<Case> standard = plan(Profile::Standard);
  for (const Case& c : standard)
    if (data_seed(c, seed) % one_in == 0) cases.push_back(c);
  return cases;
}

std::string launch_of(const Case& c) {
  return name(kernel_of(c, false)) + std::to_string(c.dim) + to_string(c.local, c.dim) +
         std::string(c.variant->name);
}

RC_GTEST_PROP(Shard, PartsAreDisjointAndComplete, ()) {
  const auto cases = some_cases();
  const auto count = *rc::gen::inRange<std::size_t>(1, 40);
  std::set<std::string> seen;
  for (std::size_t number = 1; number <= count; ++number)
    for (const Case& c : shard_of(cases, {number, count})) RC_ASSERT(seen.insert(name(c)).second);
  RC_ASSERT(seen.size() == cases.size());
}

RC_GTEST_PROP(Shard, PartsKeepTheOrder, ()) {
  const auto cases = some_cases();
  const auto part = shard_of(cases, {2, *rc::gen::inRange<std::size_t>(2, 9)});
  auto place = cases.begin();
  for (const Case& c : part) {
    place = std::find(place, cases.end(), c);
    RC_ASSERT(place != cases.end());
  }
}

RC_GTEST_PROP(Shard, ALaunchIsNeverSplit, ()) {
  const auto cases = some_cases();
  const auto count = *rc::gen::inRange<std::size_t>(1, 40);
  std::map<std::string, std::size_t> home;
  for (std::size_t number = 1; number <= count; ++number)
    for (const Case& c : shard_of(cases, {number, count}))
      RC_ASSERT(home.emplace(launch_of(c), number).first->second == number);
}

TEST(Shard, PartsHaveSimilarCosts) {
  const auto cases = plan(Profile::Standard);
  for (const std::size_t count : {2U, 3U, 8U, 16U}) {
    std::vector<double> launches;
    for (std::size_t number = 1; number <= count; ++number) {
      std::set<std::string> part;
      for (const Case& c : shard_of(cases, {number, count})) part.insert(launch_of(c));
      launches.push_back(static_cast<double>(part.size()));
    }
    // The cost of launches differs by a factor of three, so the number of launches may differ by as much.
    const auto [fewest, most] = std::ranges::minmax(launches);
    EXPECT_LT(most, 3 * fewest) << count;
  }
}

TEST(Shard, ProgramsMostlyStayWhole) {
  constexpr std::size_t count = 8;
  const auto cases = plan(Profile::Standard);
  std::size_t jobs = 0;
  for (std::size_t number = 1; number <= count; ++number)
    jobs += make_jobs(shard_of(cases, {number, count}), able_device()).size();
  EXPECT_LE(jobs, make_jobs(cases, able_device()).size() + count - 1);
}

TEST(Shard, ThereMayBeMoreShardsThanLaunches) {
  const std::vector<Case> one{parse_case("reduce_add.int.1d.33.chain").value()};
  std::size_t found = 0;
  for (std::size_t number = 1; number <= 5; ++number) found += shard_of(one, {number, 5}).size();
  EXPECT_EQ(found, 1U);
  EXPECT_TRUE(shard_of({}, {1, 5}).empty());
  std::size_t most = 0;
  for (std::size_t number = 1; number <= 50; ++number)
    most = std::max(most, shard_of(plan(Profile::Smoke), {number, 50}).size());
  // A launch contains the 21 builtins of the extension for int. All but the first are cheap because they
  // share a kernel.
  EXPECT_LE(most, 4 * 21U);
}

TEST(Shard, ParsesWhatItPrints) {
  EXPECT_EQ(parse_shard("2/3"), (Shard{2, 3}));
  EXPECT_EQ(text_of(parse_shard("1/1000000")), "1/1000000");
  EXPECT_TRUE(parse_shard("1/1").whole());
}

TEST(Shard, RefusesOtherText) {
  for (const char* text :
       {"", "/", "1", "1/", "/3", "0/3", "4/3", "-1/3", "1/-3", "+1/3", " 1/3", "1/3 ", "1/3/3", "0x1/3",
        "1.0/3", "1/0", "1/1000001", "1/99999999999999999999999", "one/three"})
    EXPECT_THROW(parse_shard(text), std::invalid_argument) << text;
}

}  // namespace
}  // namespace wgcts::harness

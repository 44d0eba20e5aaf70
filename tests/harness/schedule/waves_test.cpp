#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "harness/schedule/fault_attribution.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

TEST(Waves, ContainEveryCaseOnce) {
  const auto cases = plan(Profile::Full);
  std::set<std::string> seen;
  for (const auto& wave : waves_of(cases))
    for (const Case& c : wave) EXPECT_TRUE(seen.insert(name(c)).second) << name(c);
  EXPECT_EQ(seen.size(), cases.size());
  EXPECT_TRUE(waves_of({}).empty());
}

TEST(Waves, BeginWithSmokeThenTheBestProgram) {
  const auto waves = waves_of(plan(Profile::Standard));
  ASSERT_GE(waves.size(), 3U);
  // The cases keep the order of the selected profile, which has programs between other cases.
  const auto first = waves[0], smoke = plan(Profile::Smoke);
  EXPECT_EQ(std::multiset(first.begin(), first.end()), std::multiset(smoke.begin(), smoke.end()));
  EXPECT_LE(waves.size(), 100U);
  EXPECT_TRUE(std::ranges::find(waves[1], parse_case(standard_launches()[0]).value()) != waves[1].end());
  EXPECT_TRUE(std::ranges::any_of(waves.back(), [](const Case& c) { return is_program(c); }));
}

// Cases that share a program are compiled once.
TEST(Waves, LaunchesOfOneKernelStayTogether) {
  const auto waves = waves_of(plan(Profile::Standard));
  std::map<GenType, std::set<std::size_t>> homes;
  for (std::size_t w = 1; w < waves.size(); ++w)
    for (const Case& c : waves[w])
      if (c.form->name == "chain" && (c.variant == plain_variant || c.variant->name == "offset" ||
                                      c.variant->name == "crowd" || c.variant->name == "svm"))
        homes[c.type].insert(w);
  for (const auto& [type, of_type] : homes) EXPECT_EQ(of_type.size(), 1U) << info(type).name;
}

TEST(Waves, StandardComesBeforeFull) {
  std::set<std::string> standard;
  for (const Case& c : plan(Profile::Standard)) standard.insert(name(c));
  std::size_t found = 0;
  for (const auto& wave : waves_of(plan(Profile::Full))) {
    const bool done = found == standard.size();
    std::size_t here = 0;
    for (const Case& c : wave) here += standard.contains(name(c)) ? 1 : 0;
    EXPECT_TRUE(done ? here == 0 : here > 0);
    found += here;
  }
}

TEST(Waves, ALaunchIsNeverSplit) {
  std::map<std::tuple<GenType, unsigned, const Form*, const Variant*, std::string, std::uint64_t>,
           std::size_t>
      home;
  const auto waves = waves_of(plan(Profile::Full));
  for (std::size_t w = 0; w < waves.size(); ++w)
    for (const Case& c : waves[w])
      EXPECT_EQ(
          home.emplace(std::tuple{c.type, c.dim, c.form, c.variant, to_string(c.local, c.dim), c.number}, w)
              .first->second,
          w)
          << name(c);
}

}  // namespace
}  // namespace wgcts::harness

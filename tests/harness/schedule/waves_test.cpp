#include "harness/schedule/waves.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

TEST(Waves, HoldEveryCaseOnce) {
  const auto cases = plan(Profile::Full);
  std::set<std::string> seen;
  for (const auto& wave : waves_of(cases))
    for (const Case& c : wave) EXPECT_TRUE(seen.insert(name(c)).second) << name(c);
  EXPECT_EQ(seen.size(), cases.size());
  EXPECT_TRUE(waves_of({}).empty());
}

TEST(Waves, BeginWithSmokeThenEveryFormAndVariant) {
  const auto waves = waves_of(plan(Profile::Standard));
  ASSERT_GE(waves.size(), 2U);
  // In the order of the profile that is asked for, which has other whole programs between them.
  const auto first = waves[0], smoke = plan(Profile::Smoke);
  EXPECT_EQ(std::multiset(first.begin(), first.end()), std::multiset(smoke.begin(), smoke.end()));
  std::set<std::pair<const Form*, const Variant*>> second, all;
  for (const Case& c : waves[1]) second.insert({c.form, c.variant});
  for (const Case& c : plan(Profile::Standard)) all.insert({c.form, c.variant});
  EXPECT_EQ(second, all);
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

TEST(Waves, ALaunchIsNeverCut) {
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

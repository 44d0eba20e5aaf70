// The rows of the vocabulary by themselves: each gives what its words say, and knows its own results again.
#include "reference/causes/wrong_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace wgcts::reference {
namespace {

template <class T>
Scene<T> scene_of(Collective c, std::vector<T> x, Extents size = {}, std::size_t source = 0) {
  Scene<T> s{.collective = c, .rule = Rule::Exact, .x = std::move(x), .source = source};
  if (is_predicate(c.family)) s.rule = Rule::Truth;
  s.truth = answers<T>(c, s.x, source);
  s.low = s.high = s.truth;
  s.size = size[0] == 0 ? Extents{s.x.size(), 1, 1} : size;
  s.unwritten = static_cast<T>(77);
  return s;
}

template <class T>
std::vector<T> answer_of(const Scene<T>& s, const Cause& c) {
  return wrong_models<T>()[static_cast<std::size_t>(c.what)].answer(s, c).value();
}

template <class T>
bool knows(const Scene<T>& s, const Cause& c) {
  const auto got = answer_of(s, c);
  const auto found = causes_of<T>(s, got);
  return std::ranges::find(found, c) != found.end();
}

using Int = std::int32_t;
using Kind = LaneSet::Kind;
constexpr Collective sum{Family::Reduce, Op::Add}, scan{Family::ScanInclusive, Op::Add}, all{Family::All};

TEST(WrongModels, EveryRowStandsInItsPlace) {
  const auto rows = wrong_models<Int>();
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(static_cast<std::size_t>(rows[i].what), i);
  EXPECT_EQ(rows.size(), static_cast<std::size_t>(What::Inexact) + 1);
}

TEST(WrongModels, GiveWhatTheirWordsSay) {
  const auto s = scene_of<Int>(scan, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(answer_of(s, {.what = What::Restarts, .n = 4}), (std::vector<Int>{1, 3, 6, 10, 5, 11}));
  EXPECT_EQ(answer_of(s, {.what = What::Order, .choice = 0}), (std::vector<Int>{21, 20, 18, 15, 11, 6}));
  EXPECT_EQ(answer_of(s, {.what = What::LanesIgnored, .lanes = {Kind::Tail, 4}}),
            (std::vector<Int>{1, 3, 6, 10, 10, 10}));
  EXPECT_EQ(answer_of(s, {.what = What::CarryPartial, .n = 2}), (std::vector<Int>{1, 3, 6, 10, 12, 18}));
  const auto r = scene_of<Int>(sum, {1, 2, 3, 4});
  EXPECT_EQ(answer_of(r, {.what = What::LanesDoubled, .variant = 2, .lanes = {Kind::AllButFirst}}),
            std::vector<Int>(4, 37));  // 1 + 4 * (2 + 3 + 4): what PoCL 6.0 gives under a branch
}

TEST(WrongModels, KnowTheirOwnResultsAgain) {
  const std::vector<Int> x{5, -2, 900, 41, 7, -13, 66, 3, 1000000, 17, 23, -8};
  const auto s = scene_of<Int>(scan, x, {4, 3, 1});
  for (const Cause& c :
       {Cause{.what = What::Restarts, .n = 4}, Cause{.what = What::Restarts, .choice = 1},
        Cause{.what = What::Order, .choice = 1}, Cause{.what = What::LanesIgnored, .lanes = {Kind::Rows}},
        Cause{.what = What::LanesIgnored, .lanes = {Kind::Lane, 5}},
        Cause{.what = What::LanesDoubled, .lanes = {Kind::First}},
        Cause{.what = What::Narrowed, .choice = static_cast<std::uint8_t>(Narrow::Bits), .n = 16},
        Cause{.what = What::OtherBuiltin, .choice = 0}})
    EXPECT_TRUE(knows(s, c)) << code_of(c.what);
}

// Low bit, inverse and AND differ over the data of a run, though not in every work-group.
TEST(WrongModels, PredicatesAreToldApart) {
  const Cause low{.what = What::NarrowedPredicate, .choice = static_cast<std::uint8_t>(Narrow::LowBit)};
  const Cause inverted{.what = What::Inverted}, bitwise{.what = What::AggregatedAs, .choice = 0};
  const auto even = scene_of<Int>(all, {2, 4, 2, 4}), odd = scene_of<Int>(all, {1, 3, 1, 3}),
             mixed = scene_of<Int>(all, {2, 2, 6, 2});
  EXPECT_TRUE(spoils(low, even) && spoils(inverted, even) && spoils(bitwise, even));
  EXPECT_TRUE(!spoils(low, odd) && spoils(inverted, odd) && !spoils(bitwise, odd));
  EXPECT_TRUE(spoils(low, mixed) && !spoils(bitwise, mixed));
}

TEST(WrongModels, SetsOfLanes) {
  const auto lanes = [](LaneSet set, Extents size) {
    std::vector<int> in;
    const auto members = members_of(set, size);
    for (std::size_t lane = 0; lane < members.size(); ++lane)
      if (members[lane]) in.push_back(static_cast<int>(lane));
    return in;
  };
  EXPECT_EQ(lanes({Kind::Tail, 4}, {6, 1, 1}), (std::vector{4, 5}));
  EXPECT_EQ(lanes({Kind::Tail, 8}, {3, 1, 1}), (std::vector{0, 1, 2}));
  EXPECT_EQ(lanes({Kind::LastOfEach, 2}, {5, 1, 1}), (std::vector{1, 3}));
  EXPECT_EQ(lanes({Kind::LastOfEach, 2}, {4, 1, 1}), (std::vector{1}));
  EXPECT_EQ(lanes({Kind::Rows}, {2, 2, 1}), (std::vector{2, 3}));
  EXPECT_EQ(lanes({Kind::BeyondPowerOfTwo}, {5, 1, 1}), (std::vector{4}));
}

TEST(Causes, AreToldInTheWordsOfTheVocabulary) {
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(parameters_of({.what = What::LanesIgnored, .lanes = {Kind::Tail, 8}}),
            (Pairs{{"set", "tail"}, {"W", "8"}}));
  EXPECT_EQ(parameters_of({.what = What::LanesIgnored, .lanes = {Kind::FromEnd, 2}}),
            (Pairs{{"set", "lane"}, {"n", "-2"}}));
  EXPECT_EQ(parameters_of({.what = What::WrongIdentity, .value = -1000}), (Pairs{{"value", "-1000"}}));
  EXPECT_EQ(
      parameters_of(
          {.what = What::Narrowed, .choice = static_cast<std::uint8_t>(Narrow::Range), .n = 32 | 64 << 8}),
      (Pairs{{"bits", "32-64"}}));
}

}  // namespace
}  // namespace wgcts::reference

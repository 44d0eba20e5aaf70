// Each row of the vocabulary alone: its results match its description, and it explains its own results.
#include "reference/causes/wrong_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

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
bool knows(const Scene<T>& s, const Cause& c) {
  const auto got = answer_of(c, s).value();
  const auto found = causes_of<T>(s, got);
  return std::ranges::find(found, c) != found.end();
}

using Int = std::int32_t;
using Kind = LaneSet::Kind;
constexpr Collective sum{Family::Reduce, Op::Add}, scan{Family::ScanInclusive, Op::Add}, all{Family::All};

TEST(WrongModels, EveryRowStandsInItsPlace) {
  const std::vector<std::pair<What, std::string_view>> codes{{What::Unwritten, "unwritten"},
                                                             {What::Constant, "constant"},
                                                             {What::Inverted, "inverted"},
                                                             {What::Identity, "identity"},
                                                             {What::Input, "input"},
                                                             {What::OwnValueFirst, "own_value_first"},
                                                             {What::OtherBuiltin, "other_builtin"},
                                                             {What::LaneValue, "lane_value"},
                                                             {What::NarrowedPredicate, "narrowed"},
                                                             {What::AggregatedAs, "aggregated_as"},
                                                             {What::WrongIdentity, "wrong_identity"},
                                                             {What::Coordinates, "coordinates"},
                                                             {What::SourceLimited, "source_limited"},
                                                             {What::Restarts, "restarts"},
                                                             {What::CarryPartial, "carry_partial"},
                                                             {What::Order, "order"},
                                                             {What::LanesIgnored, "lanes_ignored"},
                                                             {What::LanesDoubled, "lanes_doubled"},
                                                             {What::ValueLost, "value_lost"},
                                                             {What::Narrowed, "narrowed"},
                                                             {What::ComparedAs, "compared_as"},
                                                             {What::OtherCall, "other_call"},
                                                             {What::OtherGroup, "other_group"},
                                                             {What::ResultMissingOn, "result_missing_on"},
                                                             {What::Inexact, "inexact"}};
  EXPECT_EQ(wrong_models<Int>().size(), codes.size());
  for (const auto& [what, code] : codes) EXPECT_EQ(code_of(what), code);
}

TEST(WrongModels, GiveWhatTheirWordsSay) {
  const auto s = scene_of<Int>(scan, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(answer_of({.what = What::Restarts, .n = 4}, s), (std::vector<Int>{1, 3, 6, 10, 5, 11}));
  EXPECT_EQ(answer_of({.what = What::Order, .choice = 0}, s), (std::vector<Int>{21, 20, 18, 15, 11, 6}));
  EXPECT_EQ(answer_of({.what = What::LanesIgnored, .lanes = {Kind::Tail, 4}}, s),
            (std::vector<Int>{1, 3, 6, 10, 10, 10}));
  EXPECT_EQ(answer_of({.what = What::CarryPartial, .n = 2}, s), (std::vector<Int>{1, 3, 6, 10, 12, 18}));
  const auto r = scene_of<Int>(sum, {1, 2, 3, 4});
  EXPECT_EQ(answer_of({.what = What::LanesDoubled, .variant = 2, .lanes = {Kind::AllButFirst}}, r),
            std::vector<Int>(4, 37));  // 1 + 4 * (2 + 3 + 4): what PoCL 6.0 gives under a branch
  EXPECT_EQ(answer_of({.what = What::LanesDoubled, .variant = 5, .lanes = {Kind::First}}, r),
            std::vector<Int>(4, 4 * 1 + 2 + 3 + 4));
  EXPECT_EQ(answer_of({.what = What::Order, .choice = 7, .variant = 4}, s),
            (std::vector<Int>{21, 2, 5, 9, 14, 20}));
  const auto b = scene_of<Int>({Family::Broadcast}, {10, 11, 12, 13, 14}, {}, 3);
  EXPECT_EQ(answer_of({.what = What::Coordinates, .choice = 7, .n = 6}, b), std::vector<Int>(5, 14));
  EXPECT_EQ(answer_of({.what = What::Coordinates, .choice = 7, .n = -4}, b), std::vector<Int>(5, 14));
  EXPECT_EQ(answer_of({.what = What::SourceLimited, .n = 3}, b), std::vector<Int>(5, 10));
  EXPECT_EQ(answer_of({.what = What::SourceLimited, .variant = 1, .n = 3}, b),
            (std::vector<Int>{10, 11, 12, 13, 14}));
  EXPECT_EQ(answer_of({.what = What::SourceLimited, .variant = 1, .n = 4}, b), std::vector<Int>(5, 13));
}

TEST(WrongModels, KnowTheirOwnResultsAgain) {
  const std::vector<Int> x{5, -2, 900, 41, 7, -13, 66, 3, 1000000, 17, 23, -8};
  const auto s = scene_of<Int>(scan, x, {4, 3, 1});
  for (const Cause& c :
       {Cause{.what = What::Restarts, .n = 4}, Cause{.what = What::Restarts, .choice = 1},
        Cause{.what = What::Order, .choice = 1}, Cause{.what = What::LanesIgnored, .lanes = {Kind::Rows}},
        Cause{.what = What::LanesIgnored, .lanes = {Kind::Lane, 5}},
        Cause{.what = What::LanesDoubled, .lanes = {Kind::First}},
        Cause{.what = What::LanesDoubled, .variant = 5, .lanes = {Kind::Rows}},
        Cause{.what = What::Order, .choice = 7, .variant = 4},
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
  EXPECT_TRUE(changes(low, even) && changes(inverted, even) && changes(bitwise, even));
  EXPECT_TRUE(!changes(low, odd) && changes(inverted, odd) && !changes(bitwise, odd));
  EXPECT_TRUE(changes(low, mixed) && !changes(bitwise, mixed));
}

TEST(WrongModels, SetsOfLanes) {
  const auto lanes = [](LaneSet set, Extents size) {
    std::vector<int> in;
    const auto members = lanes_in(set, size);
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
  EXPECT_EQ(lanes({Kind::FromEnd, 2}, {5, 1, 1}), (std::vector{3}));
  EXPECT_EQ(lanes({Kind::FromEnd, 2}, {1, 1, 1}), std::vector<int>{});
  EXPECT_EQ(lanes({Kind::FromEndOrFirst, 2}, {5, 1, 1}), (std::vector{3}));
  EXPECT_EQ(lanes({Kind::FromEndOrFirst, 2}, {1, 1, 1}), (std::vector{0}));
}

// The value in place of a missing result may equal the result by chance.
TEST(WrongModels, WhatStandsInPlaceOfAResult) {
  const auto s = scene_of<Int>({Family::ScanExclusive, Op::Add}, {3, 0, 5, 7, 1});
  const Cause nothing{.what = What::ResultMissingOn, .choice = 3, .lanes = {Kind::FirstOfEach, 2}};
  const Cause stale{.what = What::ResultMissingOn, .choice = 4, .lanes = {Kind::Odd}};
  EXPECT_EQ(answer_of(nothing, s), (std::vector<Int>{0, 3, 0, 8, 0}));
  EXPECT_EQ(answer_of(stale, s), (std::vector<Int>{0, 0, 3, 3, 15}));
  EXPECT_TRUE(knows(s, nothing) && knows(s, stale));
}

// A missing result may be zero even if the identity is another value.
TEST(WrongModels, ZerosStandInPlaceOfAMinimum) {
  const auto s = scene_of<Int>({Family::Reduce, Op::Min}, {3, 5, 7, 4});
  const Cause zeros{.what = What::ResultMissingOn,
                    .choice = static_cast<std::uint8_t>(Missing::Identity),
                    .variant = 1,
                    .lanes = {Kind::From, 2}};
  EXPECT_EQ(answer_of(zeros, s), (std::vector<Int>{3, 3, 0, 0}));
  EXPECT_TRUE(knows(s, zeros));
}

// The poison of unwritten results is not a constant of the driver.
TEST(WrongModels, ThePoisonIsNoConstant) {
  auto s = scene_of<Int>(sum, {3, 5});
  s.unwritten = 77;
  const auto causes = causes_of<Int>(s, std::vector<Int>{77, 77});
  EXPECT_TRUE(std::ranges::none_of(causes, [](const Cause& c) { return c.what == What::Constant; }));
}

// A lane that is not judged has no missing result.
TEST(WrongModels, NoResultIsMissingWhereAnyIsRight) {
  const Cause missing{.what = What::ResultMissingOn,
                      .choice = static_cast<std::uint8_t>(Missing::Anything),
                      .lanes = {Kind::Last}};
  auto s = scene_of<float>({Family::Reduce, Op::Add}, {1, 2, 3});
  EXPECT_TRUE(changes(missing, s));
  s.low.back() = 1, s.high.back() = 0;
  EXPECT_FALSE(changes(missing, s));
}

// The first lane of a shifted scan is right, but no result is missing.
TEST(WrongModels, AScanThatIsMovedMissesNoResult) {
  const std::vector<Int> x{3, 1, 5, 7, 2};
  const auto names_missing = [](const std::vector<Cause>& causes) {
    return std::ranges::any_of(causes, [](const Cause& c) { return c.what == What::ResultMissingOn; });
  };
  const auto scan = scene_of<Int>({Family::ScanExclusive, Op::Add}, x), total = scene_of<Int>(sum, x);
  EXPECT_FALSE(names_missing(causes_of<Int>(scan, std::vector<Int>{0, 0, 3, 4, 9})));
  EXPECT_FALSE(names_missing(causes_of<Int>(scan, std::vector<Int>{0, 1, 1, 1, 1})));
  EXPECT_TRUE(names_missing(causes_of<Int>(scan, x)) ||
              names_missing(causes_of<Int>(scan, {{0, 1, 5, 7, 2}})))
      << "their own values are";
  EXPECT_TRUE(names_missing(causes_of<Int>(total, std::vector<Int>{18, 1, 1, 1, 1})));
  // A larger work-group may suggest the lanes below eight. Here, these are all lanes.
  const auto previous_below = [](std::int64_t lane) {
    return Cause{.what = What::ResultMissingOn,
                 .choice = static_cast<std::uint8_t>(Missing::Previous),
                 .lanes = {Kind::Below, lane}};
  };
  EXPECT_FALSE(changes(previous_below(8), scan));
  EXPECT_TRUE(changes(previous_below(4), scan));
}

// In a single work-group, the first lane of twelve is also lane 12 from the end. Such a name would win if
// smaller work-groups contradicted "the first lane".
TEST(WrongModels, ALaneIsCountedFromTheNearerEnd) {
  const auto s = scene_of<Int>({Family::Broadcast}, {10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21}, {}, 4);
  const auto from_end = [&](std::size_t lane) {
    auto got = s.truth;
    got[lane] = 5;
    return std::ranges::any_of(causes_of<Int>(s, got),
                               [](const Cause& c) { return c.lanes.kind == Kind::FromEnd && c.lanes.n > 2; });
  };
  EXPECT_FALSE(from_end(0));
  EXPECT_FALSE(from_end(5));
  EXPECT_TRUE(from_end(8));
}

// "From lane 1 on" would be a second name for "all but the first".
TEST(WrongModels, AllButTheFirstHaveOneName) {
  for (const std::size_t lanes : {2, 3, 5}) {
    const auto s = scene_of<Int>(scan, std::vector<Int>(lanes, 3));
    std::vector<Int> got(lanes, 70);
    got[0] = 3;
    const auto found = causes_of<Int>(s, got);
    EXPECT_TRUE(std::ranges::none_of(found, [](const Cause& c) {
      return c.what == What::ResultMissingOn && c.lanes.kind == Kind::From && c.lanes.n == 1;
    })) << lanes;
  }
}

// Some sizes distinguish two faults, others do not.
TEST(WrongModels, ArePartedByWhatTheyAnswer) {
  const Cause last{.what = What::LanesIgnored, .lanes = {Kind::Last}},
      pairs{.what = What::LanesIgnored, .lanes = {Kind::Tail, 2}},
      eights{.what = What::LanesIgnored, .lanes = {Kind::Tail, 8}},
      missing{.what = What::ResultMissingOn, .choice = 2, .lanes = {Kind::Last}};
  const auto nine = scene_of<Int>(sum, std::vector<Int>(9, 4)),
             ten = scene_of<Int>(sum, std::vector<Int>(10, 4));
  EXPECT_FALSE(differ(last, pairs, nine) || differ(last, eights, nine));
  EXPECT_TRUE(differ(last, pairs, ten) && differ(last, eights, ten) && differ(pairs, eights, ten));
  EXPECT_TRUE(differ(last, missing, nine));
  EXPECT_FALSE(differ(last, last, ten));
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

template <class T>
bool gives(const Scene<T>& s, const Cause& c, const std::vector<T>& got) {
  return explains<T>(c, s, got);
}

// A driver that compares bits may compare them as signed or as unsigned.
TEST(WrongModels, BitsAreComparedWithAndWithoutASign) {
  const Cause with_sign{.what = What::ComparedAs, .choice = static_cast<std::uint8_t>(Comparison::Bits)};
  Cause without = with_sign;
  without.variant = 4;
  const auto s = scene_of<float>({Family::Reduce, Op::Max}, {-1.0F, 2.0F, -3.0F});
  EXPECT_TRUE(gives(s, without, std::vector<float>(3, -3.0F)));
  EXPECT_FALSE(gives(s, with_sign, std::vector<float>(3, -3.0F)));
  const auto positive = scene_of<float>({Family::Reduce, Op::Max}, {1.0F, 2.0F});
  EXPECT_FALSE(changes(without, positive));
}

// A driver that compares as unsigned may also start an exclusive scan with the unsigned identity.
TEST(WrongModels, AScanBeginsWithTheLeastOfTheOtherOrder) {
  const Cause own{
      .what = What::ComparedAs, .choice = static_cast<std::uint8_t>(Comparison::Unsigned), .variant = 3};
  const auto s = scene_of<Int>({Family::ScanExclusive, Op::Max}, {1, -1, 2});
  EXPECT_EQ(answer_of(own, s), (std::vector<Int>{0, 1, -1}));
  EXPECT_TRUE(knows(s, own));
}

// The least integer has no magnitude in its own type.
TEST(WrongModels, AMagnitudeStaysInItsType) {
  const Cause magnitude{
      .what = What::ComparedAs, .choice = static_cast<std::uint8_t>(Comparison::Magnitude), .variant = 1};
  constexpr Int least = std::numeric_limits<Int>::min();
  EXPECT_EQ(answer_of(magnitude, scene_of<Int>({Family::Reduce, Op::Min}, {-5, 3, least})),
            std::vector<Int>(3, least));
}

// If an int overflows, x86 gives one indefinite value, and others saturate.
TEST(WrongModels, WhatAnIntCannotHoldHasTwoAnswers) {
  const auto through = [](std::uint8_t variant) {
    return Cause{
        .what = What::Narrowed, .choice = static_cast<std::uint8_t>(Narrow::Int), .variant = variant};
  };
  const auto s = scene_of<double>({Family::Reduce, Op::Min}, {1e300, 3e9});
  EXPECT_EQ(answer_of(through(0), s), std::vector<double>(2, 2147483647.0));
  EXPECT_EQ(answer_of(through(3), s), std::vector<double>(2, -2147483648.0));
  EXPECT_FALSE(gives(s, through(0), std::vector<double>(2, -2147483648.0)));
  const auto sums = scene_of<float>(sum, {2147483520.0F, 2147483520.0F});
  EXPECT_EQ(answer_of(through(5), sums), std::vector<float>(2, -256.0F));  // they wrap
}

// Integers that the narrower type sums exactly are no evidence of it.
TEST(WrongModels, ExactSumsAreNotNarrowed) {
  const Cause via_half{
      .what = What::Narrowed, .choice = static_cast<std::uint8_t>(Narrow::Half), .variant = 2};
  const auto small = scene_of<Int>(scan, {0, 1, 2, 3});
  EXPECT_FALSE(gives(small, via_half, std::vector<Int>{1, 1, 3, 6}));
  const auto large = scene_of<Int>(sum, {2048, 1, 2049});
  EXPECT_TRUE(gives(large, via_half, std::vector<Int>(3, 4096)));
}

TEST(WrongModels, NothingFiniteIsNearAnInfinity) {
  constexpr float infinity = std::numeric_limits<float>::infinity(), most = std::numeric_limits<float>::max();
  const auto s = scene_of<float>({Family::ScanExclusive, Op::Min}, {1.0F, 2.0F});
  ASSERT_EQ(s.truth[0], infinity);
  EXPECT_FALSE(gives(s, {.what = What::Inexact}, std::vector<float>{most, 1.0F}));
  EXPECT_TRUE(gives(scene_of<float>(sum, {1.0F, 2.0F}), {.what = What::Inexact}, {3.001F, 3.001F}));
  // A small error of the largest finite number gives infinity.
  EXPECT_TRUE(gives(scene_of<float>(sum, {most, 0.0F}), {.what = What::Inexact}, {infinity, infinity}));
}

// The model of a coordinate does not apply to a launch without that coordinate.
TEST(WrongModels, CoordinatesThatALaunchHasNotAreNotExchanged) {
  auto s = scene_of<Int>({Family::Broadcast}, {1, 2, 3, 4}, {2, 2, 1}, 3);
  s.dim = 2;
  const std::vector<Int> got(4, 2);
  const Cause yz{.what = What::Coordinates, .choice = 5}, without_y{.what = What::Coordinates, .choice = 1};
  EXPECT_FALSE(gives(s, yz, got));
  EXPECT_TRUE(gives(s, without_y, got));
}

// With fast math, any result is legal in lane 0 of an exclusive minimum.
TEST(WrongModels, LanesThatMayReturnAnythingNeitherContradictNorConfirm) {
  auto s = scene_of<float>({Family::ScanExclusive, Op::Min}, {0.0F, 0.0F, 0.0F});
  s.high[0] = -s.low[0];
  ASSERT_TRUE(is_unjudged(s.low[0], s.high[0]));
  const Cause missing{.what = What::ResultMissingOn, .lanes = {Kind::Even}};
  ASSERT_NE(answer_of(missing, s)->front(), s.truth[0]);
  EXPECT_FALSE(changes(missing, s));
  EXPECT_TRUE(gives(s, missing, {1.0F, 0.0F, 0.0F}));
  auto anything = missing;
  anything.choice = static_cast<std::uint8_t>(Missing::Anything);
  EXPECT_TRUE(gives(s, anything, {1.0F, 0.0F, 7.0F}));
}

// In 32 bits, an offset just below 2^32 is a small negative one.
TEST(WrongModels, OffsetsAreAddedInEitherWidth) {
  auto s = scene_of<Int>({Family::Broadcast}, {10, 11, 12, 13, 14}, {}, 4);
  s.offset = {0xffffffff, 0, 0};
  EXPECT_EQ(answer_of({.what = What::Coordinates, .choice = 8}, s), std::vector<Int>(5, 14));
  EXPECT_EQ(answer_of({.what = What::Coordinates, .choice = 8, .variant = 1}, s), std::vector<Int>(5, 13));
}

// Each lane of a column ends its row.
TEST(WrongModels, ARowOfOneLaneHasTheResultOfThePreviousRow) {
  const auto s = scene_of<Int>(scan, {1, 2, 3}, {1, 3, 1});
  const Cause previous{.what = What::ResultMissingOn,
                       .choice = static_cast<std::uint8_t>(Missing::Previous),
                       .lanes = {Kind::RowEnds}};
  EXPECT_EQ(answer_of(previous, s), (std::vector<Int>{1, 1, 3}));
}

// A count that overflows eight bits also overflows four. The wider counter names the fault.
TEST(WrongModels, WiderCountsComeFirst) {
  const std::vector<Int> x(256, 1);
  const auto s = scene_of<Int>({Family::Any}, x);
  const auto found = causes_of<Int>(s, std::vector<Int>(256, 0));
  const auto first = std::ranges::find_if(
      found, [](const Cause& c) { return c.choice == static_cast<std::uint8_t>(Narrow::CountBits); });
  ASSERT_NE(first, found.end());
  EXPECT_EQ(first->n, 8);
}

// The value that wins against every other one is a wrong identity, not a constant.
TEST(WrongModels, WhatWinsOverAllIsNoConstant) {
  const auto s = scene_of<std::uint32_t>({Family::Reduce, Op::Min}, {5, 7});
  const auto found = causes_of<std::uint32_t>(s, std::vector<std::uint32_t>(2, 0));
  EXPECT_EQ(std::ranges::find(found, What::Constant, &Cause::what), found.end());
  EXPECT_NE(std::ranges::find(found, What::WrongIdentity, &Cause::what), found.end());
}

TEST(WrongModels, CallsOfTheSameBuiltinAreNotThoseOfOthers) {
  auto s = scene_of<Int>(sum, {1, 2});
  s.calls = {{}, {10, 10}, {4, 4}, {14, 14}};
  s.own_calls = true;
  const Cause joined{.what = What::OtherCall, .choice = 3},
      all_before{.what = What::OtherCall, .choice = 3, .variant = 2},
      of_another{.what = What::OtherCall, .choice = 2, .variant = 1};
  EXPECT_EQ(answer_of(joined, s), std::vector<Int>(2, 13));
  EXPECT_EQ(answer_of(all_before, s), std::vector<Int>(2, 17));
  EXPECT_FALSE(gives(s, of_another, {4, 4}));
  s.own_calls = false;
  EXPECT_TRUE(gives(s, of_another, {4, 4}));
  EXPECT_FALSE(gives(s, joined, {13, 13}));
}

// In float, all three values are equal, so any may win. In double, the second one wins.
TEST(WrongModels, AFinerComparisonExplainsMore) {
  constexpr std::uint64_t least = std::uint64_t{1} << 60;
  const auto s = scene_of<std::uint64_t>({Family::Reduce, Op::Min}, {least + 4096, least + 1, least});
  std::set<std::uint8_t> found;
  for (const Cause& cause : causes_of<std::uint64_t>(s, std::vector<std::uint64_t>(3, least + 1)))
    if (cause.what == What::ComparedAs) found.insert(cause.choice);
  EXPECT_TRUE(found.contains(static_cast<std::uint8_t>(Comparison::Double)));
  EXPECT_FALSE(found.contains(static_cast<std::uint8_t>(Comparison::Float)));
}

// High words are compared with the type's signedness.
TEST(WrongModels, HighWordsHaveTheTypesSign) {
  const Cause high{.what = What::ComparedAs, .choice = static_cast<std::uint8_t>(Comparison::HighWord)};
  const auto s = scene_of<std::uint64_t>({Family::Reduce, Op::Min}, {~std::uint64_t{0}, 7, 3});
  EXPECT_EQ(answer_of(high, s), std::vector<std::uint64_t>(3, 7));
}

// The flag of a predicate keeps the result of an earlier call.
TEST(WrongModels, VotesJoinOtherCalls) {
  const Cause joined{.what = What::OtherCall, .choice = 3};
  auto no = scene_of<Int>({Family::Any}, {0, 0});
  no.calls = {{}, {1, 1}};
  no.own_calls = true;
  EXPECT_EQ(answer_of(joined, no), std::vector<Int>(2, 1));
  auto yes = scene_of<Int>({Family::All}, {1, 7});
  yes.calls = {{}, {0, 0}};
  yes.own_calls = true;
  EXPECT_EQ(answer_of(joined, yes), std::vector<Int>(2, 0));
}

}  // namespace
}  // namespace wgcts::reference

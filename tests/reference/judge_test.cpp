// Most of these tests show that the judge rejects wrong results.
#include "reference/judge.hpp"

#include <numeric>

#include "tests/reference/types.hpp"

namespace wgcts::reference {
namespace {

constexpr Family families[] = {Family::Reduce, Family::ScanInclusive, Family::ScanExclusive};

using Lanes = std::vector<std::size_t>;

Lanes all_lanes(std::size_t n) {
  Lanes lanes(n);
  std::iota(lanes.begin(), lanes.end(), 0);
  return lanes;
}

/// Data whose results do not depend on the order, and differ between neighbouring lanes.
template <class T>
std::vector<T> sample() {
  return values<T>({5, 9, 2, 11, 1, 7, 3, 4});
}

template <class T>
Expectation<T> exact(Family family, Op op, const std::vector<T>& x) {
  return expect<T>({family, op}, Rule::Exact, x, 0, nearest);
}

template <class T>
class Judge : public ::testing::Test {};
TYPED_TEST_SUITE(Judge, AllTypes, TypeName);

TYPED_TEST(Judge, AcceptsTheModel) {
  using T = typename TypeParam::type;
  const auto x = sample<T>();
  for (const Family family : families)
    for (const Op op : ops) {
      const auto right = answers<T>({family, op}, x, 0);
      EXPECT_TRUE(wrong_lanes<T>(exact(family, op, x), right).empty());
    }
}

// Each lane in turn, one unit too high and one unit too low.
TYPED_TEST(Judge, RejectsOneLaneOffByOneUnit) {
  using T = typename TypeParam::type;
  const auto x = sample<T>();
  for (const Family family : families)
    for (const Op op : ops) {
      const auto expected = exact(family, op, x);
      for (std::size_t lane = 0; lane < x.size(); ++lane)
        for (const bool up : {true, false}) {
          auto got = answers<T>({family, op}, x, 0);
          const bool infinite = is_float_v<T> && got[lane] - got[lane] != T{0};
          if (infinite) continue;  // the identities: see RejectsWrongIdentities
          got[lane] = up ? next_up(got[lane]) : next_down(got[lane]);
          EXPECT_EQ(wrong_lanes<T>(expected, got), Lanes{lane});
        }
    }
}

// all_legal() agrees with wrong_lanes() for each wrong lane.
TYPED_TEST(Judge, AllLegalMeansNoWrongLane) {
  using T = typename TypeParam::type;
  const auto x = sample<T>();
  const auto expected = exact(Family::ScanInclusive, Op::Add, x);
  const auto right = answers<T>({Family::ScanInclusive, Op::Add}, x, 0);
  EXPECT_TRUE(all_legal<T>(expected, right));
  for (std::size_t lane = 0; lane < x.size(); ++lane) {
    auto got = right;
    got[lane] = next_up(got[lane]);
    EXPECT_FALSE(all_legal<T>(expected, got)) << lane;
  }
}

TYPED_TEST(Judge, NamesEveryWrongLaneInOrder) {
  using T = typename TypeParam::type;
  const auto x = sample<T>();
  auto got = answers<T>({Family::ScanInclusive, Op::Add}, x, 0);
  for (const std::size_t lane : {0, 3, 7}) got[lane] = static_cast<T>(got[lane] + T{1});
  EXPECT_EQ(wrong_lanes<T>(exact(Family::ScanInclusive, Op::Add, x), got), (Lanes{0, 3, 7}));
  got.assign(x.size(), T{100});
  EXPECT_EQ(wrong_lanes<T>(exact(Family::ScanInclusive, Op::Add, x), got), all_lanes(x.size()));
}

// WGC.SC.4: wrong identities that drivers had in lane 0 of an exclusive scan.
TYPED_TEST(Judge, RejectsWrongIdentities) {
  using T = typename TypeParam::type;
  const auto x = sample<T>();
  std::vector<T> wrong{T{0},
                       T{1},
                       static_cast<T>(-1),
                       Limits<T>::max(),
                       Limits<T>::lowest(),
                       x[0],
                       static_cast<T>(std::numeric_limits<std::int16_t>::max())};
  if constexpr (is_float_v<T>)
    for (const T v : {Limits<T>::min_normal(), Limits<T>::infinity(), static_cast<T>(-Limits<T>::infinity()),
                      Limits<T>::nan()})
      wrong.push_back(v);
  if constexpr (sizeof(T) == 8)
    for (const double v : {2147483647.0, -2147483648.0, 4294967295.0})
      wrong.push_back(static_cast<T>(static_cast<std::int64_t>(v)));
  for (const Op op : ops) {
    const auto expected = exact(Family::ScanExclusive, op, x);
    for (const T v : wrong) {
      auto got = answers<T>({Family::ScanExclusive, op}, x, 0);
      if (bits(v) == bits(identity<T>(op))) continue;
      got[0] = v;
      EXPECT_EQ(wrong_lanes<T>(expected, got), Lanes{0});
    }
  }
}

// The usual wrong models. The wrong lanes are those whose result is not right by chance.
TYPED_TEST(Judge, RejectsWrongModels) {
  using T = typename TypeParam::type;
  const auto x = sample<T>();
  const std::size_t n = x.size();
  for (const Op op : ops) {
    const auto in = answers<T>({Family::ScanInclusive, op}, x, 0);
    const auto ex = answers<T>({Family::ScanExclusive, op}, x, 0);
    for (const Family family : families) {
      const auto expected = exact(family, op, x);
      const auto rejected = [&](const std::vector<T>& got) { return !wrong_lanes<T>(expected, got).empty(); };
      EXPECT_TRUE(rejected(std::vector<T>(n, T{0})));
      EXPECT_TRUE(rejected(std::vector<T>(n, identity<T>(op))));
      EXPECT_TRUE(rejected(x));
      if (family != Family::ScanInclusive) {
        EXPECT_TRUE(rejected(in));
      }
      if (family != Family::ScanExclusive) {
        EXPECT_TRUE(rejected(ex));
      }
      auto neighbour = values<T>({8, 13, 12, 1, 6, 14, 15, 2});
      if (op == Op::Min) neighbour = values<T>({8, 13, 12, 6, 6, 14, 15, 2});
      EXPECT_TRUE(rejected(answers<T>({family, op}, neighbour, 0)));
      auto reversed = x;
      std::reverse(reversed.begin(), reversed.end());
      if (family != Family::Reduce) {
        EXPECT_TRUE(rejected(answers<T>({family, op}, reversed, 0)));
      }
    }
  }
}

// Sums of distinct powers of two show every lane that is missing or counted twice.
TYPED_TEST(Judge, RejectsDroppedAndDoubledLanes) {
  using T = typename TypeParam::type;
  const auto x = values<T>({1, 2, 4, 8, 16, 32, 64, 128});
  for (const Family family : families) {
    const auto expected = exact(family, Op::Add, x);
    for (std::size_t lane = 0; lane < x.size(); ++lane)
      for (const T instead : {T{0}, static_cast<T>(x[lane] + x[lane])}) {
        auto y = x;
        y[lane] = instead;
        const auto wrong = wrong_lanes<T>(expected, answers<T>({family, Op::Add}, y, 0));
        const std::size_t first = family == Family::Reduce          ? 0
                                  : family == Family::ScanInclusive ? lane
                                                                    : lane + 1;
        EXPECT_EQ(wrong.size(), x.size() - first);
      }
  }
}

TYPED_TEST(Judge, BroadcastDetectsAWrongSource) {
  using T = typename TypeParam::type;
  const auto x = sample<T>();
  for (std::size_t source = 0; source < x.size(); ++source) {
    const auto expected = expect<T>({Family::Broadcast}, Rule::Bits, x, source, nearest);
    for (std::size_t other = 0; other < x.size(); ++other) {
      const std::vector<T> got(x.size(), x[other]);
      EXPECT_EQ(wrong_lanes<T>(expected, got), other == source ? Lanes{} : all_lanes(x.size()));
    }
    std::vector<T> got(x.size(), x[source]);
    got[source] = next_up(got[source]);
    EXPECT_EQ(wrong_lanes<T>(expected, got), Lanes{source});
  }
}

TYPED_TEST(Judge, ObservedNeverFails) {
  using T = typename TypeParam::type;
  const auto x = sample<T>();
  const auto expected = expect<T>({Family::Reduce, Op::Max}, Rule::Observed, x, 0, nearest);
  for (const T v : {T{0}, T{1}, Limits<T>::max(), Limits<T>::lowest()})
    EXPECT_TRUE(wrong_lanes<T>(expected, std::vector<T>(x.size(), v)).empty());
}

// WGC.PR.1 to 3, WGC.U.7.
TEST(Truth, AnyNonZeroValueIsTrue) {
  constexpr std::int32_t int_min = std::numeric_limits<std::int32_t>::min();
  const std::vector<std::int32_t> yes{1, 2, 256, -1, int_min, 0x10000, 4, 3}, no(8, 0);
  for (const Family family : {Family::All, Family::Any}) {
    const auto truth = [&](const std::vector<std::int32_t>& x) {
      return expect<std::int32_t>({family}, Rule::Truth, x, 0, nearest);
    };
    EXPECT_TRUE(wrong_lanes<std::int32_t>(truth(yes), yes).empty());  // another non-zero value in each lane
    EXPECT_TRUE(wrong_lanes<std::int32_t>(truth(no), no).empty());
    EXPECT_EQ(wrong_lanes<std::int32_t>(truth(yes), no), all_lanes(8));
    for (const std::int32_t v : yes)
      EXPECT_EQ(wrong_lanes<std::int32_t>(truth(no), std::vector(8, v)), all_lanes(8)) << v;
    for (std::size_t lane = 0; lane < 8; ++lane) {
      auto got = yes;
      got[lane] = 0;
      EXPECT_EQ(wrong_lanes<std::int32_t>(truth(yes), got), Lanes{lane});
      got = no;
      got[lane] = yes[lane];
      EXPECT_EQ(wrong_lanes<std::int32_t>(truth(no), got), Lanes{lane});
    }
  }
}

TEST(Truth, OneFalseOneTrue) {
  const std::vector<std::int32_t> mixed{0, 256}, one{1, 1}, zero{0, 0};
  const auto all = expect<std::int32_t>({Family::All}, Rule::Truth, mixed, 0, nearest);
  const auto any = expect<std::int32_t>({Family::Any}, Rule::Truth, mixed, 0, nearest);
  EXPECT_TRUE(wrong_lanes<std::int32_t>(all, zero).empty());
  EXPECT_EQ(wrong_lanes<std::int32_t>(all, one), all_lanes(2));
  EXPECT_TRUE(wrong_lanes<std::int32_t>(any, one).empty());
  EXPECT_EQ(wrong_lanes<std::int32_t>(any, zero), all_lanes(2));
}

}  // namespace
}  // namespace wgcts::reference

// Values made simple, with devices that are a line of code.
#include "harness/diagnose/simple_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "harness/program/ndrange.hpp"
#include "tests/harness/able_device.hpp"

namespace wgcts::harness {
namespace {

const TimeLeft always = [] { return true; };

template <class T>
std::uint64_t bits(T value) {
  return std::bit_cast<bits_of<T>>(value);
}

/// A case in one work-group of these values.
template <class T>
LiteralCase of(const char* case_name, const std::vector<T>& x) {
  const Case c = parse_case(case_name).value();
  LiteralCase literal{
      c, {c.builtin}, sketches_for(*c.form).front(), {c.dim, c.local.extents, c.local.extents}, {}};
  LiteralGroup data;
  for (const T value : x) data.x.push_back(bits(value));
  literal.data = {{data}};
  return literal;
}
const std::vector<std::uint64_t>& values(const LiteralCase& literal) { return literal.data[0][0].x; }
using Bits = std::vector<std::uint64_t>;

TEST(SimpleValues, CountsUpWhereAnythingIsWrong) {
  const auto found = with_simple_values(
      of<std::int32_t>("reduce_add.int.1d.4.solo", {77, -12, 5, 1000000}),
      [](const LiteralCase&) { return true; }, always);
  EXPECT_EQ(values(found), (Bits{1, 2, 3, 4}));
}

TEST(SimpleValues, OfLongScansAddUpInARow) {
  const auto found = with_simple_values(
      of<std::int32_t>("scan_inclusive_add.int.1d.65.solo", std::vector<std::int32_t>(65, 77)),
      [](const LiteralCase& l) { return values(l)[0] != 0; }, always);
  EXPECT_EQ(values(found), Bits(65, 1));
}

// A program holds rows of bits, and halves that count up are none.
TEST(SimpleValues, OfManyHalvesAreAlike) {
  const std::vector<half> some(65, static_cast<half>(7));
  const auto found = with_simple_values(
      of<half>("reduce_min.half.1d.65.solo", some), [](const LiteralCase& l) { return values(l)[0] != 0; },
      always);
  EXPECT_EQ(values(found), Bits(65, bits(static_cast<half>(1))));
}

// Sums of many halves may be far from exact: what one lane adds shows beside zeros alone.
TEST(SimpleValues, OfManyHalvesOneLaneMayBeLeft) {
  const auto last_alone = [](const LiteralCase& l) {
    return values(l).back() != 0 && std::ranges::count(values(l), 0U) == 256;
  };
  const auto found = with_simple_values(
      of<half>("scan_inclusive_add.half.1d.257.solo", std::vector<half>(257, static_cast<half>(-5))),
      last_alone, always);
  Bits expected(257, 0);
  expected.back() = bits(static_cast<half>(1));
  EXPECT_EQ(values(found), expected);
}

TEST(SimpleValues, OfPredicatesAreAlike) {
  const auto low_bit_clear = [](const LiteralCase& l) {
    return std::ranges::any_of(values(l), [](std::uint64_t x) { return x != 0 && x % 2 == 0; }) &&
           std::ranges::none_of(values(l), [](std::uint64_t x) { return x == 0; });
  };
  const auto found =
      with_simple_values(of<std::int32_t>("all.int.1d.3.solo", {5, -8, 7}), low_bit_clear, always);
  EXPECT_EQ(values(found), (Bits{2, 2, 2}));
  EXPECT_EQ(found.data[0][0].rule, Rule::Truth);
}

TEST(SimpleValues, KeepsTheOneThatMatters) {
  const auto needs_big = [](const LiteralCase& l) {
    return std::ranges::count_if(values(l), [](std::uint64_t x) { return x > 70000; }) == 1;
  };
  const auto found = with_simple_values(of<std::uint32_t>("reduce_max.uint.1d.4.solo", {3, 90000, 17, 4000}),
                                        needs_big, always);
  EXPECT_EQ(values(found), (Bits{0, 90000, 0, 0}));
}

// What a device returns for these is its own affair: they prove nothing.
TEST(SimpleValues, AreNeverUnsettled) {
  const auto watch = [](const LiteralCase& l) {
    double sum = 0;
    for (const std::uint64_t x : values(l)) sum += std::bit_cast<float>(static_cast<std::uint32_t>(x));
    EXPECT_TRUE(std::isfinite(sum));
    return false;
  };
  const float infinity = INFINITY, most = 3e38F;
  const auto start = of<float>("reduce_add.float.1d.4.solo", {infinity, most, most, -1});
  EXPECT_EQ(with_simple_values(start, watch, always).data, start.data);
  const auto overflow = [](const LiteralCase& l) {
    std::int64_t sum = 0;
    for (const std::uint64_t x : values(l)) sum += static_cast<std::int32_t>(x);
    EXPECT_LE(sum, 0x7fffffff);
    return false;
  };
  (void)with_simple_values(of<std::int32_t>("reduce_add.int.1d.3.solo", {0x7fffffff, -5, -7}), overflow,
                           always);
}

TEST(SimpleValues, SumsOfFloatsAreBounded) {
  const auto found = with_simple_values(
      of<float>("reduce_add.float.1d.4.solo", {0.5F, 0.25F, 3.0F, 1.0F}),
      [](const LiteralCase&) { return true; }, always);
  EXPECT_EQ(found.data[0][0].rule, Rule::Bounded);
}

TEST(SimpleValues, OfAFormThatComputesThemStay) {
  LiteralCase start = of<std::int32_t>("reduce_add.int.1d.2.constant", {1, 1});
  start.sketch = nullptr;
  EXPECT_EQ(with_simple_values(
                start, [](const LiteralCase&) { return true; }, always)
                .data,
            start.data);
}

TEST(SimpleValues, StopWithTheTime) {
  const auto start = of<std::int32_t>("reduce_add.int.1d.2.solo", {8, 9});
  const auto never = [](const LiteralCase&) -> bool { throw std::logic_error("asked"); };
  EXPECT_EQ(with_simple_values(start, never, [] { return false; }).data, start.data);
}

TEST(FewGroups, AreAsManyAsItTakes) {
  LiteralCase start = of<std::int32_t>("reduce_add.int.1d.2.solo", {8, 9});
  start.range.global[0] = 200;
  start.data[0].resize(100, start.data[0][0]);
  const auto found = with_few_groups(
      start,
      [](const LiteralCase& l) {
        EXPECT_EQ(Grid(l.range).groups.size(), l.data[0].size());
        return l.data[0].size() >= 7;
      },
      always);
  EXPECT_EQ(found.data[0].size(), 7U);
  EXPECT_EQ(volume(found.range.global), 14U);
}

}  // namespace
}  // namespace wgcts::harness

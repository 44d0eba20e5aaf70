#include <gtest/gtest.h>

#include <bit>

#include "suites/data/data.hpp"
#include "tests/suites/groups.hpp"

namespace wgcts::suites {
namespace {

constexpr Op bitwise[] = {Op::And, Op::Or, Op::Xor};

template <class T>
class BitwiseData : public ::testing::Test {};
using Integers = ::testing::Types<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(BitwiseData, Integers);

/// The bits of a value that affect the result.
template <class T>
bits_of<T> counting(Op op, T value) {
  const auto bits = std::bit_cast<bits_of<T>>(value);
  return op == Op::And ? static_cast<bits_of<T>>(~bits) : bits;
}

// A single bit in a single lane detects a dropped lane, or a dropped bit of the type.
TYPED_TEST(BitwiseData, EachLaneAndEachBitIsAloneOnce) {
  using T = TypeParam;
  for (const Op op : bitwise) {
    std::vector<int> lanes(64), bits(sizeof(T) * 8);
    for (const auto& group : of_class<T>("one_lane", {Family::Reduce, op}, 64))
      for (std::size_t lane = 0; lane < 64; ++lane) lanes[lane] += counting(op, group.x[lane]) != 0;
    for (const auto& group : of_class<T>("one_bit", {Family::Reduce, op}, 64))
      for (const T x : group.x)
        for (std::size_t b = 0; b < bits.size(); ++b) bits[b] += static_cast<int>(counting(op, x) >> b & 1);
    EXPECT_EQ(lanes, std::vector<int>(64, 1));
    EXPECT_EQ(bits, std::vector<int>(sizeof(T) * 8, 1));
  }
}

// If all bits are set half-way through, the remaining lanes make no difference.
TYPED_TEST(BitwiseData, SparseNeverSaturates) {
  using T = TypeParam;
  for (const Op op : bitwise)
    each_group<T>({Family::Reduce, op}, [&](const Group<T>& group) {
      if (!group.of("sparse")) return;
      bits_of<T> all = 0;
      for (const T x : group.x) all |= counting(op, x);
      EXPECT_LE(std::popcount(all), static_cast<int>(sizeof(T) * 4)) << group.label;
      EXPECT_NE(all, 0U) << group.label;
    });
}

TYPED_TEST(BitwiseData, IdleIsTheIdentity) {
  using T = TypeParam;
  for (const Op op : bitwise)
    for (const auto& group : of_class<T>("idle", {Family::ScanExclusive, op}, 33))
      for (const T x : group.x) EXPECT_EQ(x, identity<T>(op));
}

}  // namespace
}  // namespace wgcts::suites

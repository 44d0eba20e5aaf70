#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "reference/collective.hpp"
#include "tests/reference/types.hpp"

namespace wgcts::reference {
namespace {

// The bits of the identities of WGC.SC.4, independent of the model's computation.
template <class T>
struct Identities;
template <>
struct Identities<half> {
  static constexpr std::uint16_t add = 0, min = 0x7c00, max = 0xfc00;
};
template <>
struct Identities<std::int32_t> {
  static constexpr std::uint32_t add = 0, min = 0x7fffffff, max = 0x80000000;
};
template <>
struct Identities<std::uint32_t> {
  static constexpr std::uint32_t add = 0, min = 0xffffffff, max = 0;
};
template <>
struct Identities<std::int64_t> {
  static constexpr std::uint64_t add = 0, min = 0x7fffffffffffffff, max = 0x8000000000000000;
};
template <>
struct Identities<std::uint64_t> {
  static constexpr std::uint64_t add = 0, min = 0xffffffffffffffff, max = 0;
};
template <>
struct Identities<float> {
  static constexpr std::uint32_t add = 0, min = 0x7f800000, max = 0xff800000;
};
template <>
struct Identities<double> {
  static constexpr std::uint64_t add = 0, min = 0x7ff0000000000000, max = 0xfff0000000000000;
};

template <class T>
class Operation : public ::testing::Test {};
TYPED_TEST_SUITE(Operation, AllTypes, TypeName);

TYPED_TEST(Operation, Identities) {
  using T = typename TypeParam::type;
  EXPECT_EQ(bits(identity<T>(Op::Add)), Identities<T>::add);
  EXPECT_EQ(bits(identity<T>(Op::Min)), Identities<T>::min);
  EXPECT_EQ(bits(identity<T>(Op::Max)), Identities<T>::max);
}

// WGC.UA.4.
TYPED_TEST(Operation, IdentitiesOfUniformArithmetic) {
  using T = typename TypeParam::type;
  EXPECT_EQ(identity<T>(Op::Mul), T{1});
  if constexpr (!is_float_v<T>) {
    EXPECT_EQ(bits(identity<T>(Op::And)), std::numeric_limits<bits_of<T>>::max());
    EXPECT_EQ(identity<T>(Op::Or), T{0});
    EXPECT_EQ(identity<T>(Op::Xor), T{0});
  }
  EXPECT_NE(identity<std::int32_t>(Op::LogicalAnd), 0);
  EXPECT_EQ(identity<std::int32_t>(Op::LogicalOr), 0);
  EXPECT_EQ(identity<std::int32_t>(Op::LogicalXor), 0);
}

TYPED_TEST(Operation, UniformArithmetic) {
  using T = typename TypeParam::type;
  EXPECT_EQ(combine(Op::Mul, static_cast<T>(6), static_cast<T>(7)), static_cast<T>(42));
  EXPECT_EQ(combine(Op::Mul, identity<T>(Op::Mul), static_cast<T>(7)), static_cast<T>(7));
  if constexpr (!is_float_v<T>) {
    EXPECT_EQ(combine(Op::And, static_cast<T>(12), static_cast<T>(10)), static_cast<T>(8));
    EXPECT_EQ(combine(Op::Or, static_cast<T>(12), static_cast<T>(10)), static_cast<T>(14));
    EXPECT_EQ(combine(Op::Xor, static_cast<T>(12), static_cast<T>(10)), static_cast<T>(6));
    for (const Op op : {Op::And, Op::Or, Op::Xor})
      EXPECT_EQ(combine(op, identity<T>(op), static_cast<T>(12345)), static_cast<T>(12345));
  }
  // 2 and 4 share no bit, but both are true.
  const T two{2}, four{4}, no{0};
  EXPECT_NE(combine(Op::LogicalAnd, two, four), no);
  EXPECT_EQ(combine(Op::LogicalAnd, two, no), no);
  EXPECT_NE(combine(Op::LogicalOr, no, four), no);
  EXPECT_EQ(combine(Op::LogicalXor, two, four), no);
  EXPECT_NE(combine(Op::LogicalXor, no, four), no);
}

TYPED_TEST(Operation, IdentityChangesNothing) {
  using T = typename TypeParam::type;
  for (const T v : {Limits<T>::lowest(), Limits<T>::max(), T{0}, T{1}, static_cast<T>(-1), T{100}})
    for (const Op op : {Op::Add, Op::Min, Op::Max}) {
      EXPECT_EQ(combine(op, identity<T>(op), v), v);
      EXPECT_EQ(combine(op, v, identity<T>(op)), v);
    }
}

TYPED_TEST(Operation, SmallNumbers) {
  using T = typename TypeParam::type;
  EXPECT_EQ(combine(Op::Add, T{3}, T{4}), T{7});
  EXPECT_EQ(combine(Op::Min, T{3}, T{4}), T{3});
  EXPECT_EQ(combine(Op::Min, T{4}, T{3}), T{3});
  EXPECT_EQ(combine(Op::Max, T{3}, T{4}), T{4});
  EXPECT_EQ(combine(Op::Max, T{4}, T{3}), T{4});
}

// Drivers have compared with the wrong signedness, or words by halves.
TEST(Integers, OrderAcrossTheSignBit) {
  EXPECT_EQ(combine<std::uint32_t>(Op::Max, 0x80000000U, 0x7fffffffU), 0x80000000U);
  EXPECT_EQ(combine<std::uint32_t>(Op::Min, 0x80000000U, 0x7fffffffU), 0x7fffffffU);
  EXPECT_EQ(combine<std::uint64_t>(Op::Max, ~0ULL, 1), ~0ULL);
  EXPECT_EQ(combine<std::int32_t>(Op::Max, -1, 1), 1);
  EXPECT_EQ(combine<std::int32_t>(Op::Min, std::numeric_limits<std::int32_t>::min(), 1),
            std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(combine<std::int64_t>(Op::Max, -(std::int64_t{1} << 32), 0), 0);
  EXPECT_EQ(combine<std::int64_t>(Op::Min, 0x1'0000'0000, 0x0'ffff'ffff), 0x0'ffff'ffff);
}

TEST(Integers, AdditionWraps) {
  EXPECT_EQ(combine<std::uint32_t>(Op::Add, 0xffffffffU, 2), 1U);
  EXPECT_EQ(combine<std::uint64_t>(Op::Add, ~0ULL, 2), 1ULL);
  EXPECT_EQ(combine<std::int32_t>(Op::Add, 0x7fffffff, 1), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(combine<std::int64_t>(Op::Add, 0xffffffff, 1), 0x100000000);
}

// Each addition of halves is rounded: a model with sums in float would give 2048 + 1 + 1 = 2050.
TEST(Half, AdditionRoundsEachTime) {
  constexpr struct {
    float a, b, sum;
  } rows[] = {{2048, 1, 2048},
              {2048, 3, 2052},
              {2050, 1, 2052},
              {65504, 15, 65504},
              {0x1p-24F, 0x1p-24F, 0x1p-23F},
              {0x1p-14F, -0x1p-24F, 0x1p-14F - 0x1p-24F}};
  for (const auto& row : rows)
    EXPECT_EQ(static_cast<float>(combine(Op::Add, static_cast<half>(row.a), static_cast<half>(row.b))),
              row.sum);
  const half once = combine(Op::Add, half{2048}, half{1});
  EXPECT_EQ(combine(Op::Add, once, half{1}), half{2048});
  EXPECT_EQ(combine(Op::Add, Limits<half>::max(), half{16}), Limits<half>::infinity());
}

template <class T>
class FloatOperation : public ::testing::Test {};
TYPED_TEST_SUITE(FloatOperation, FloatTypes, TypeName);

TYPED_TEST(FloatOperation, InfinitiesAndNan) {
  using T = typename TypeParam::type;
  const T inf = Limits<T>::infinity(), nan = Limits<T>::nan();
  EXPECT_EQ(combine(Op::Add, inf, T{1}), inf);
  EXPECT_TRUE(is_nan(combine(Op::Add, inf, static_cast<T>(-inf))));  // WGC.U.4
  EXPECT_TRUE(is_nan(combine(Op::Add, nan, T{1})));
  EXPECT_TRUE(is_nan(combine(Op::Add, T{1}, nan)));
  EXPECT_EQ(combine(Op::Max, inf, Limits<T>::max()), inf);
  EXPECT_EQ(combine(Op::Min, static_cast<T>(-inf), Limits<T>::lowest()), -inf);
  EXPECT_EQ(combine(Op::Add, Limits<T>::max(), Limits<T>::max()), inf);
}

template <class T>
void commutes(T a, T b) {
  for (const Op op : {Op::Add, Op::Min, Op::Max}) RC_ASSERT(combine(op, a, b) == combine(op, b, a));
  RC_ASSERT(combine(Op::Min, a, b) <= combine(Op::Max, a, b));
}

RC_GTEST_PROP(Property, CombineCommutes, (std::int32_t a, std::uint64_t b, std::int64_t c, std::uint32_t d)) {
  commutes(a, static_cast<std::int32_t>(b));
  commutes(b, static_cast<std::uint64_t>(c));
  commutes(c, static_cast<std::int64_t>(b));
  commutes(d, static_cast<std::uint32_t>(a));
  commutes(static_cast<half>(a % 60000),
           static_cast<half>(c % 60000));  // finite: +INF + -INF is not equal to itself
  commutes(static_cast<float>(a), static_cast<float>(c));
  commutes(static_cast<double>(a), static_cast<double>(c));
}

}  // namespace
}  // namespace wgcts::reference

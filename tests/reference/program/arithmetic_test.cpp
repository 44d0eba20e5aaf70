#include "reference/program/arithmetic.hpp"

#include <gtest/gtest.h>

#include <limits>

using namespace wgcts;
using namespace wgcts::reference;

namespace {

Word i(std::int64_t value) { return word(value); }
Word f(double value) { return word_of(value); }

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Arithmetic, UnsignedWrapsAtItsWidth) {
  EXPECT_EQ(apply(Operator::Add, Type::UInt, UINT32_MAX, 2), 1U);
  EXPECT_EQ(apply(Operator::Subtract, Type::UInt, 0, 1), Word{UINT32_MAX});
  EXPECT_EQ(apply(Operator::Multiply, Type::UInt, 0x10000, 0x10001), 0x10000U);
  EXPECT_EQ(apply(Operator::Complement, Type::UInt, 0), Word{UINT32_MAX});
  EXPECT_EQ(apply(Operator::Negate, Type::ULong, 1), UINT64_MAX);
  EXPECT_EQ(apply(Operator::ShiftLeft, Type::UInt, 0x80000001, 1), 2U);
}

TEST(Arithmetic, SignedOverflowIsIllegal) {
  EXPECT_EQ(apply(Operator::Add, Type::Int, i(INT32_MAX - 1), i(1)), i(INT32_MAX));
  EXPECT_THROW(apply(Operator::Add, Type::Int, i(INT32_MAX), i(1)), IllegalProgram);
  EXPECT_THROW(apply(Operator::Subtract, Type::Int, i(INT32_MIN), i(1)), IllegalProgram);
  EXPECT_THROW(apply(Operator::Multiply, Type::Int, i(65536), i(32768)), IllegalProgram);
  EXPECT_THROW(apply(Operator::Negate, Type::Int, i(INT32_MIN)), IllegalProgram);
  EXPECT_THROW(apply(Operator::Divide, Type::Int, i(INT32_MIN), i(-1)), IllegalProgram);
  EXPECT_THROW(apply(Operator::Remainder, Type::Int, i(INT32_MIN), i(-1)), IllegalProgram);
  EXPECT_THROW(apply(Operator::Add, Type::Long, i(INT64_MAX), i(1)), IllegalProgram);
  EXPECT_THROW(apply(Operator::Multiply, Type::Long, i(INT64_MAX), i(2)), IllegalProgram);
}

TEST(Arithmetic, DivisionAndRemainderAreThoseOfC) {
  EXPECT_EQ(apply(Operator::Divide, Type::Int, i(-7), i(2)), i(-3));
  EXPECT_EQ(apply(Operator::Remainder, Type::Int, i(-7), i(2)), i(-1));
  EXPECT_EQ(apply(Operator::Divide, Type::ULong, UINT64_MAX, 2), UINT64_MAX / 2);
  EXPECT_THROW(apply(Operator::Divide, Type::Int, i(1), i(0)), IllegalProgram);
  EXPECT_THROW(apply(Operator::Remainder, Type::UInt, 1, 0), IllegalProgram);
}

TEST(Arithmetic, Shifts) {
  EXPECT_EQ(apply(Operator::ShiftRight, Type::Int, i(-8), i(1)), i(-4));
  EXPECT_THROW(apply(Operator::ShiftLeft, Type::Int, i(-1), i(1)), IllegalProgram);
  EXPECT_THROW(apply(Operator::ShiftLeft, Type::Int, i(1), i(31)), IllegalProgram);
  EXPECT_THROW(apply(Operator::ShiftLeft, Type::Long, i(1), i(63)), IllegalProgram);
  EXPECT_THROW(apply(Operator::ShiftLeft, Type::UInt, 1, 32), IllegalProgram);
  EXPECT_THROW(apply(Operator::ShiftRight, Type::Int, i(1), i(-1)), IllegalProgram);
}

TEST(Arithmetic, ComparisonsFollowTheSign) {
  EXPECT_EQ(apply(Operator::Less, Type::Int, i(-1), i(1)), 1U);
  EXPECT_EQ(apply(Operator::Less, Type::UInt, UINT32_MAX, 1), 0U);
  EXPECT_EQ(apply(Operator::Equal, Type::Float, f(0.0), f(-0.0)), 1U);
  EXPECT_EQ(apply(Operator::Not, Type::Float, f(-0.0)), 1U);
  EXPECT_EQ(apply(Operator::Not, Type::Long, i(std::int64_t{1} << 40)), 0U);
}

TEST(Arithmetic, FloatingPointIsExactOrIllegal) {
  EXPECT_EQ(apply(Operator::Add, Type::Half, f(2047), f(1)), f(2048));
  EXPECT_THROW(apply(Operator::Add, Type::Half, f(2048), f(1)), IllegalProgram);
  EXPECT_THROW(apply(Operator::Add, Type::Half, f(65504), f(65504)), IllegalProgram);
  EXPECT_THROW(apply(Operator::Add, Type::Float, f(0x1p24), f(1)), IllegalProgram);
  EXPECT_THROW(apply(Operator::Add, Type::Double, f(0x1p53), f(1)), IllegalProgram);
  EXPECT_THROW(apply(Operator::Multiply, Type::Float, f(4097), f(4097)), IllegalProgram);
  EXPECT_THROW(apply(Operator::Multiply, Type::Float, f(0x1p-100), f(0x1p-100)), IllegalProgram)
      << "subnormal";
  EXPECT_THROW(apply(Operator::Subtract, Type::Float, f(infinity), f(infinity)), IllegalProgram) << "NaN";
  EXPECT_THROW(apply(Operator::Multiply, Type::Float, f(infinity), f(0)), IllegalProgram) << "NaN";
  EXPECT_THROW(apply(Operator::Divide, Type::Float, f(4), f(2)), IllegalProgram);
  EXPECT_EQ(apply(Operator::Add, Type::Float, f(infinity), f(1)), f(infinity));
  EXPECT_EQ(apply(Operator::Min, Type::Float, f(infinity), f(1)), f(1));
}

TEST(Arithmetic, SizesStayWithin32Bits) {
  EXPECT_THROW(apply(Operator::Subtract, Type::Size, 0, 1), IllegalProgram);
  EXPECT_THROW(apply(Operator::Multiply, Type::Size, 0x10000, 0x10000), IllegalProgram);
  EXPECT_THROW(convert(Type::Int, Type::Size, i(-1)), IllegalProgram);
}

TEST(Convert, IntegersOutOfRange) {
  EXPECT_EQ(convert(Type::Int, Type::UInt, i(-1)), Word{UINT32_MAX});
  EXPECT_EQ(convert(Type::Int, Type::ULong, i(-1)), UINT64_MAX);
  EXPECT_EQ(convert(Type::UInt, Type::UChar, 257), 1U);
  EXPECT_EQ(convert(Type::Long, Type::Int, i(-5)), i(-5));
  EXPECT_THROW(convert(Type::UInt, Type::Int, UINT32_MAX), IllegalProgram);
  EXPECT_THROW(convert(Type::ULong, Type::Long, UINT64_MAX), IllegalProgram);
  EXPECT_THROW(convert(Type::Long, Type::Int, i(INT64_MIN)), IllegalProgram);
  EXPECT_THROW(convert(Type::Int, Type::Char, i(128)), IllegalProgram);
}

TEST(Convert, BetweenIntegersAndFloatingPoint) {
  EXPECT_EQ(convert(Type::Int, Type::Half, i(-2048)), f(-2048));
  EXPECT_THROW(convert(Type::Int, Type::Half, i(2049)), IllegalProgram);
  EXPECT_THROW(convert(Type::ULong, Type::Double, UINT64_MAX), IllegalProgram);
  EXPECT_THROW(convert(Type::Long, Type::Double, i((std::int64_t{1} << 53) + 1)), IllegalProgram);
  EXPECT_EQ(convert(Type::Float, Type::Int, f(-2.75)), i(-2));
  EXPECT_EQ(convert(Type::Float, Type::UInt, f(-0.75)), 0U);
  EXPECT_THROW(convert(Type::Float, Type::UInt, f(-1)), IllegalProgram);
  EXPECT_THROW(convert(Type::Float, Type::Int, f(0x1p31)), IllegalProgram);
  EXPECT_THROW(convert(Type::Float, Type::Int, f(infinity)), IllegalProgram);
  EXPECT_THROW(convert(Type::Double, Type::Float, f(0x1.0000001p0)), IllegalProgram);
}

TEST(ExactSums, EveryOrderCounts) {
  const auto exact = [](Type type, std::vector<Word> values) {
    try {
      require_exact_sums(type, values);
      return true;
    } catch (const IllegalProgram&) {
      return false;
    }
  };
  EXPECT_TRUE(exact(Type::Half, {f(1024), f(-1024), f(0)}));
  EXPECT_FALSE(exact(Type::Half, {f(1024), f(-1024), f(1)})) << "some order computes 1024 + 1024";
  EXPECT_TRUE(exact(Type::Float, {f(0x1p30), f(0x1p30)}));
  EXPECT_FALSE(exact(Type::Float, {f(0x1p24), f(1)}));
  EXPECT_TRUE(exact(Type::Float, {f(infinity), f(1)}));
  EXPECT_FALSE(exact(Type::Float, {f(infinity), f(-infinity)}));
  EXPECT_FALSE(exact(Type::Float, {f(0x1p127), f(0x1p127), f(-0x1p127)})) << "overflows in some order";
  EXPECT_TRUE(exact(Type::Int, {i(INT32_MAX), i(INT32_MIN)}));
  EXPECT_FALSE(exact(Type::Int, {i(INT32_MAX), i(1), i(-1)})) << "overflows in some order";
  EXPECT_TRUE(exact(Type::UInt, {UINT32_MAX, UINT32_MAX}));
}

}  // namespace

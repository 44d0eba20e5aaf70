// Every encoding of half, and every rounding boundary, compared with a definition by powers of two.
#include "reference/half.hpp"

#include <cmath>

#include "tests/reference/types.hpp"

namespace wgcts::reference {
namespace {

constexpr std::uint16_t infinity = 0x7c00;

/// The IEEE 754 value of the encoding of a finite number: 5 bits of exponent, 10 of fraction.
double defined_value(std::uint16_t encoding) {
  const int exponent = encoding >> 10 & 31, fraction = encoding & 1023;
  const double magnitude =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return (encoding & 0x8000) != 0 ? -magnitude : magnitude;
}

bool is_finite(std::uint16_t encoding) { return (encoding & infinity) != infinity; }
half of(unsigned encoding) { return std::bit_cast<half>(static_cast<std::uint16_t>(encoding)); }

TEST(Half, EveryEncodingHasItsValue) {
  for (unsigned i = 0; i < 0x10000; ++i) {
    const auto encoding = static_cast<std::uint16_t>(i);
    const float value = of(i);
    if (is_finite(encoding)) {
      ASSERT_EQ(value, defined_value(encoding)) << i;
      ASSERT_EQ(std::signbit(value), i >= 0x8000) << i;
    } else if ((i & 0x3ff) == 0) {
      ASSERT_EQ(value, i >= 0x8000 ? -INFINITY : INFINITY);
    } else {
      ASSERT_TRUE(std::isnan(value)) << i;
      ASSERT_EQ(std::signbit(value), i >= 0x8000) << i;
    }
  }
}

// IEEE 754 only recommends that conversions keep the payload of a NaN. RISC-V gives the same NaN for all.
bool conversions_keep_payloads() {
  const volatile float nan = of(0x7e01);
  const auto wide = static_cast<double>(nan);
  return std::bit_cast<std::uint64_t>(wide) != 0x7ff8'0000'0000'0000;
}

TEST(Half, EveryEncodingSurvivesFloatAndDouble) {
  const bool keep_payloads = conversions_keep_payloads();
  for (unsigned i = 0; i < 0x10000; ++i) {
    const unsigned expected = !is_nan(of(i)) ? i : keep_payloads ? i | 0x200U : 0x7e00U;
    ASSERT_EQ(bits(half(static_cast<float>(of(i)))), expected) << i;
    ASSERT_EQ(bits(half(static_cast<double>(of(i)))), expected) << i;
  }
}

TEST(Half, ANaNBecomesQuietAndKeepsItsPayload) {
  for (std::uint64_t i = 0; i < 0x10000; ++i) {
    if (!is_nan(of(i))) continue;
    const std::uint64_t wide = (i & 0x8000U) << 48 | std::uint64_t{0x7ff} << 52 | (i & 0x3ffU) << 42;
    ASSERT_EQ(half_bits(std::bit_cast<double>(wide)), i | 0x200U) << i;
  }
}

// A value between two neighbours is rounded to the nearer one, and the middle to the even one. Beyond the
// largest number the next neighbour would be 2^16, which is infinity.
TEST(Half, EveryBoundaryBetweenNeighbours) {
  for (unsigned i = 0; i < infinity; ++i) {
    const double low = defined_value(static_cast<std::uint16_t>(i));
    const double high = i + 1 == infinity ? 65536 : defined_value(static_cast<std::uint16_t>(i + 1));
    const double middle = low + (high - low) / 2;
    const unsigned even = i % 2 == 0 ? i : i + 1;
    for (const double sign : {1.0, -1.0}) {
      const unsigned sign_bit = sign < 0 ? 0x8000 : 0;
      ASSERT_EQ(bits(half(sign * middle)), sign_bit | even) << i;
      ASSERT_EQ(bits(half(static_cast<float>(sign * middle))), sign_bit | even) << i;
      // Through float these would be rounded twice, the wrong way.
      ASSERT_EQ(bits(half(sign * std::nextafter(middle, 0.0))), sign_bit | i) << i;
      ASSERT_EQ(bits(half(sign * std::nextafter(middle, 1e6))), sign_bit | (i + 1)) << i;
      ASSERT_EQ(bits(half(sign * std::nextafter(static_cast<float>(middle), 0.0F))), sign_bit | i) << i;
      ASSERT_EQ(bits(half(sign * std::nextafter(static_cast<float>(middle), 1e6F))), sign_bit | (i + 1)) << i;
    }
  }
}

TEST(Half, ValuesOutOfRange) {
  EXPECT_EQ(bits(half(Limits<double>::max())), infinity);
  EXPECT_EQ(bits(half(-Limits<float>::max())), 0x8000 | infinity);
  EXPECT_EQ(bits(half(Limits<double>::denorm_min())), 0);
  EXPECT_EQ(bits(half(-Limits<double>::min_normal())), 0x8000);
  EXPECT_EQ(bits(half(Limits<std::uint64_t>::max())), infinity);
  EXPECT_EQ(bits(half(Limits<std::int64_t>::lowest())), 0x8000 | infinity);
  EXPECT_EQ(bits(half(std::int64_t{65519})), 0x7bff);
  EXPECT_EQ(bits(half(std::int64_t{65520})), infinity);
}

// A NaN whose payload does not fit into half stays a NaN.
TEST(Half, NanStaysNan) {
  for (const std::uint64_t payload : {std::uint64_t{1}, std::uint64_t{1} << 41, std::uint64_t{1} << 51}) {
    EXPECT_TRUE(is_nan(half(std::bit_cast<double>(0x7ff0000000000000U | payload))));
    EXPECT_EQ(bits(half(std::bit_cast<double>(0xfff0000000000000U | payload))) & 0xfe00U, 0xfe00U);
  }
}

// A sum or product of two halves is correctly rounded although it is computed in float and rounded again.
TEST(Half, SumsAndProductsAreRoundedOnce) {
  for (unsigned i = 0; i < infinity; i += 7)
    for (unsigned j = i % 61; j < infinity; j += 61) {
      // Both are exact in a double: 22 bits of product, at most 41 of sum.
      const double a = defined_value(static_cast<std::uint16_t>(i)),
                   b = -defined_value(static_cast<std::uint16_t>(j));
      ASSERT_EQ(bits(half(of(i) + of(j | 0x8000))), bits(half(a + b))) << i << ' ' << j;
      ASSERT_EQ(bits(half(of(i) * of(j | 0x8000))), bits(half(a * b))) << i << ' ' << j;
    }
}

}  // namespace
}  // namespace wgcts::reference

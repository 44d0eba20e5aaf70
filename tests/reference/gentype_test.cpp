#include "reference/gentype.hpp"

#include <cmath>

#include "tests/reference/types.hpp"

namespace wgcts::reference {
namespace {

TEST(GenType, TableHasTheSevenTypes) {
  struct {
    GenType type;
    const char* name;
    std::size_t bytes;
    int precision;
  } const rows[] = {
      {GenType::Half, "half", 2, 11},     {GenType::Int, "int", 4, 0},     {GenType::UInt, "uint", 4, 0},
      {GenType::Long, "long", 8, 0},      {GenType::ULong, "ulong", 8, 0}, {GenType::Float, "float", 4, 24},
      {GenType::Double, "double", 8, 53},
  };
  ASSERT_EQ(gentypes.size(), std::size(rows));
  for (const auto& row : rows) {
    EXPECT_EQ(info(row.type).type, row.type);
    EXPECT_EQ(info(row.type).name, row.name);
    EXPECT_EQ(info(row.type).bytes, row.bytes);
    EXPECT_EQ(info(row.type).precision, row.precision);
    EXPECT_EQ(is_floating(row.type), row.precision != 0);
    EXPECT_EQ(gentype_named(row.name), row.type);
  }
}

TEST(GenType, UnknownNamesAreNone) {
  for (const char* name : {"", "char", "short", "bool", "float4", "Float", "HALF", "int ", " int", "size_t"})
    EXPECT_EQ(gentype_named(name), std::nullopt) << name;
}

template <class T>
class EachType : public ::testing::Test {};
TYPED_TEST_SUITE(EachType, AllTypes, TypeName);

TYPED_TEST(EachType, DispatchReachesIt) {
  using T = typename TypeParam::type;
  with_gentype(type_of<T>(), []<class U>() { EXPECT_TRUE((std::is_same_v<U, T>)); });
  EXPECT_EQ(sizeof(T), info(type_of<T>()).bytes);
  EXPECT_EQ(sizeof(bits_of<T>), sizeof(T));
  EXPECT_EQ(is_float_v<T>, is_floating(type_of<T>()));
  if (is_float_v<T>) {
    EXPECT_EQ(Limits<T>::precision, info(type_of<T>()).precision);
  }
}

TEST(Half, Limits) {
  EXPECT_EQ(bits(Limits<half>::max()), 0x7bff);
  EXPECT_EQ(bits(Limits<half>::lowest()), 0xfbff);
  EXPECT_EQ(bits(Limits<half>::min_normal()), 0x0400);
  EXPECT_EQ(bits(Limits<half>::denorm_min()), 0x0001);
  EXPECT_EQ(bits(Limits<half>::infinity()), 0x7c00);
  EXPECT_TRUE(is_nan(Limits<half>::nan()));
  // As in std::numeric_limits: the largest value is below 2^max_exponent, the smallest normal
  // 2^(min_exponent-1).
  EXPECT_EQ(static_cast<double>(Limits<half>::max()), std::ldexp(1 - 0x1p-11, Limits<half>::max_exponent));
  EXPECT_EQ(static_cast<double>(Limits<half>::min_normal()), std::ldexp(1, Limits<half>::min_exponent - 1));
}

// Conversion to half rounds to nearest, ties to even (WGC.FP.3), only once: through float, the last two ties
// of the table would be rounded the wrong way.
TEST(Half, Rounding) {
  constexpr struct {
    double from;
    std::uint16_t to;
  } rows[] = {
      {0.0, 0x0000},
      {-0.0, 0x8000},
      {1.0, 0x3c00},
      {-2.0, 0xc000},
      {2049, 0x6800},
      {2051, 0x6802},
      {2050, 0x6801},  // ties at 2^11 .. 2^12: to the even one
      {1 + 0x1p-11, 0x3c00},
      {1 + 0x3p-11, 0x3c02},
      {1 + 0x1p-10, 0x3c01},
      {65504, 0x7bff},
      {65519.99, 0x7bff},
      {65520, 0x7c00},
      {-65520, 0xfc00},
      {1e6, 0x7c00},
      {0x1p-14, 0x0400},
      {0x1p-24, 0x0001},
      {-0x1p-24, 0x8001},
      {0x1p-25, 0x0000},
      {0x1.001p-25, 0x0001},
      {0x3p-25, 0x0002},
      {0x1p-26, 0x0000},
      {0x1p-14 - 0x1p-25, 0x0400},  // between the largest subnormal and the smallest normal value
      {0x1p-14 - 0x1p-24, 0x03ff},
      {1 + 0x1p-11 + 0x1p-40, 0x3c01},
      {1 + 0x3p-11 - 0x1p-40, 0x3c01},
  };
  for (const auto& row : rows) {
    volatile double from = row.from;  // converted at run time, not by the compiler
    EXPECT_EQ(bits(static_cast<half>(from)), row.to) << row.from;
  }
}

TEST(Nan, IsNanOnly) {
  EXPECT_TRUE(is_nan(Limits<float>::nan()));
  EXPECT_TRUE(is_nan(-Limits<double>::nan()));
  for (const float v : {0.0F, -0.0F, 1.0F, Limits<float>::infinity(), -Limits<float>::infinity()})
    EXPECT_FALSE(is_nan(v));
  EXPECT_FALSE(is_nan(0));
}

}  // namespace
}  // namespace wgcts::reference

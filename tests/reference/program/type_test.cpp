#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "reference/program/tree.hpp"

namespace wgcts::reference {
namespace {

Word word_from(Type type, std::span<const std::byte> bytes) {
  return with_type(type, [&]<class T>() {
    T number{};
    std::memcpy(&number, bytes.data(), sizeof number);
    return number == T{0} ? Word{0} : word_of_value(number);
  });
}

TEST(Type, ValuesSurviveARoundTrip) {
  const struct {
    Type type;
    Word value;
  } rows[] = {{Type::Int, word(-5)},
              {Type::UInt, 0xffffffff},
              {Type::Long, word(std::numeric_limits<std::int64_t>::min())},
              {Type::ULong, 0x8000000000000001},
              {Type::Char, word(-128)},
              {Type::UChar, 255},
              {Type::Short, word(-3)},
              {Type::UShort, 65535},
              {Type::Half, word_of(-2.25)},
              {Type::Float, word_of(0x1p100)},
              {Type::Double, word_of(-std::numeric_limits<double>::infinity())}};
  for (const auto& row : rows) {
    const auto bytes = bytes_of(row.type, row.value);
    EXPECT_EQ(bytes.size(), info(row.type).bytes) << info(row.type).name;
    EXPECT_EQ(word_from(row.type, bytes), row.value) << info(row.type).name;
  }
}

TEST(Type, BytesAreThoseOfTheDevice) {
  const std::uint32_t minus_five = 0xfffffffb;
  EXPECT_EQ(std::memcmp(bytes_of(Type::Int, word(-5)).data(), &minus_five, sizeof minus_five), 0);
  const float quarter = 0.25F;
  EXPECT_EQ(std::memcmp(bytes_of(Type::Float, word_of(0.25)).data(), &quarter, sizeof quarter), 0);
}

}  // namespace
}  // namespace wgcts::reference

#include <gtest/gtest.h>

#include <stdexcept>

#include "results/json.hpp"

namespace wgcts::results {
namespace {

TEST(Hex, EveryByteSurvivesARoundTrip) {
  std::vector<std::byte> all;
  for (unsigned value = 0; value < 256; ++value) all.push_back(static_cast<std::byte>(value));
  EXPECT_EQ(bytes_from_hex(hex(all)), all);
  EXPECT_EQ(hex({std::byte{0x0f}, std::byte{0xa0}}), "0fa0");
  EXPECT_EQ(hex({}), "");
}

TEST(Hex, RejectsOtherCharacters) {
  for (const char* text : {"0g", "g0", "  ", "-1", "0", "abc"})
    EXPECT_THROW(bytes_from_hex(text), std::invalid_argument);
}

}  // namespace
}  // namespace wgcts::results

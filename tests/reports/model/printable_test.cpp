#include <gtest/gtest.h>

#include "reports/model/text.hpp"

namespace wgcts::reports {
namespace {

TEST(Text, PrintableRemovesControlCharacters) {
  EXPECT_EQ(printable("plain words"), "plain words");
  EXPECT_EQ(printable("  two\r\nlines\t\x7f and\x1b[2J more \n"), "two lines and [2J more");
  EXPECT_EQ(printable("C1 \xC2\x9B"
                      "2J, but \xC2\xA9 \xE2\x82\xAC"),
            "C1 2J, but \xC2\xA9 \xE2\x82\xAC");
  EXPECT_EQ(printable("cut \xC2"), "cut \xC2");
  EXPECT_EQ(printable(""), "");
  EXPECT_EQ(printable(" \n "), "");
}

TEST(Text, ShortenedCountsCharacters) {
  EXPECT_EQ(shortened("12345", 5), "12345");
  EXPECT_EQ(shortened("123456", 5), "12...");
  EXPECT_EQ(shortened("\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC", 5).size(), 15U);
  EXPECT_EQ(shortened("\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC", 4), "\xE2\x82\xAC...");
  EXPECT_EQ(shortened("1234", 2), "..");
  EXPECT_EQ(shortened("1234", 0), "");
  EXPECT_EQ(columns("a\xE2\x82\xAC"), 2U);
}

TEST(Text, CountedUsesThePlural) {
  EXPECT_EQ(counted(0, "line"), "0 lines");
  EXPECT_EQ(counted(1, "line"), "1 line");
  EXPECT_EQ(counted(21, "line"), "21 lines");
}

}  // namespace
}  // namespace wgcts::reports

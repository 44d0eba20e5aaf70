#include <gtest/gtest.h>

#include "reports/model/text.hpp"

namespace wgcts::reports {
namespace {

constexpr const char* replacement = "\xEF\xBF\xBD";

TEST(Markup, EscapesMarkup) {
  EXPECT_EQ(escaped("<script>alert('x' & \"y\")</script>"),
            "&lt;script&gt;alert(&#39;x&#39; &amp; &quot;y&quot;)&lt;/script&gt;");
  EXPECT_EQ(escaped("&lt;"), "&amp;lt;") << "text that looks escaped is escaped too";
  EXPECT_EQ(escaped(""), "");
}

TEST(Markup, ReplacesCharactersThatXmlForbids) {
  EXPECT_EQ(allowed_characters("tab\t line\n"), "tab\t line\n");
  for (char c = 1; c < 0x20; ++c)
    if (c != '\t' && c != '\n' && c != '\r') {
      EXPECT_EQ(allowed_characters(std::string(1, c)), replacement) << static_cast<int>(c);
    }
  EXPECT_EQ(allowed_characters(std::string("a\0b", 3)), std::string("a") + replacement + "b");
  EXPECT_EQ(allowed_characters("\x1b[1m"), std::string(replacement) + "[1m");
  for (const char* no_character : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})
    EXPECT_EQ(allowed_characters(no_character), replacement);
  EXPECT_EQ(allowed_characters("a\r\nb"), "a\nb");
}

TEST(Markup, GivesValidUtf8) {
  EXPECT_EQ(allowed_characters("\xE2\x82\xAC \xF0\x9F\x98\x80"), "\xE2\x82\xAC \xF0\x9F\x98\x80");
  for (const char* bad : {"\xff", "\xed\xa0\x80", "\xc3", "\xc0\xaf", "\xf8"}) {
    const auto text = allowed_characters(bad);
    EXPECT_NE(text, bad);
    EXPECT_NE(text.find(replacement), std::string::npos);
  }
}

}  // namespace
}  // namespace wgcts::reports

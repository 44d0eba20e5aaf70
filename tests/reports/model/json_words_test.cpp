#include "reports/model/json_words.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <tuple>

namespace wgcts::reports {
namespace {

std::string words_for(const std::string& text) {
  try {
    std::ignore = nlohmann::json::parse(text);
  } catch (const nlohmann::json::exception& error) {
    return json_words(error.what());
  }
  return "";
}

TEST(JsonWords, SayWhereAndWhatWasExpected) {
  EXPECT_EQ(words_for("{\"a\": }"), "line 1, column 7: expected a value and found '}'");
  EXPECT_EQ(words_for("{\"a\": 1"), "line 1, column 8: expected ',' or '}' and found the end");
  EXPECT_EQ(words_for(""), "line 1, column 1: expected a value and found the end");
  EXPECT_EQ(words_for("[1\n2]"), "line 2, column 1: expected ',' or ']' and found a number");
  EXPECT_EQ(words_for("{\"a\" 1}"), "line 1, column 6: expected ':' and found a number");
  EXPECT_EQ(words_for("{1}"), "line 1, column 2: expected a string in quotes and found a number");
  EXPECT_EQ(words_for("{} {"), "line 1, column 4: expected the end and found '{'");
}

TEST(JsonWords, SayWhatIsWrongWithAPiece) {
  EXPECT_EQ(words_for("all is well"), "line 1, column 1: a word that is no value");
  EXPECT_EQ(words_for("\"\xff\""), "line 1, column 2: a string that is no UTF-8");
  EXPECT_EQ(words_for("\"x"), "line 1, column 3: a string without its closing quote");
  EXPECT_EQ(words_for("[\n\"x\n\"]"),
            "line 2, at its end: a control character in a string, where only \\n and its like may stand");
  EXPECT_EQ(words_for("1e999"), "a number that is too large");
  EXPECT_EQ(words_for("-"), "line 1, column 2: a number that is not written as one");
}

TEST(JsonWords, SayWhatLacks) {
  try {
    std::ignore = nlohmann::json::object().at("lanes");
    FAIL();
  } catch (const nlohmann::json::exception& error) {
    EXPECT_EQ(json_words(error.what()), "it has no member \"lanes\"");
  }
  EXPECT_EQ(json_words("somebody else's sentence"), "somebody else's sentence");
}

// Whatever the library finds wrong, none of its own words are in the sentence.
TEST(JsonWords, AreOurs) {
  for (const char* text : {"{\"a\": tru}", "[1,]", "{,}", "\"\\q\"", "\"\\u12\"", "\"\\ud800\"",
                           "\"\\udc00\"", "1.", "1e", "\xef\xbb", "/* x */ 1", "]", ":", "nul",
                           "[true false]", "{\"a\": 1 null}", "\"must be escaped", "\x01", "{\"a\": {]}"}) {
    const std::string words = words_for(text);
    EXPECT_TRUE(words.starts_with("line 1, ")) << words;
    for (const char* word :
         {"json.exception", "parse error", "syntax", "while parsing", "literal", "last read"})
      EXPECT_EQ(words.find(word), std::string::npos) << words;
  }
}

}  // namespace
}  // namespace wgcts::reports

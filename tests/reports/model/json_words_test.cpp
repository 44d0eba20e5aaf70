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

TEST(JsonWords, NameThePlaceAndTheExpectedToken) {
  EXPECT_EQ(words_for("{\"a\": }"), "line 1, column 7: expected a value, but found '}'");
  EXPECT_EQ(words_for("{\"a\": 1"), "line 1, column 8: expected ',' or '}', but found the end");
  EXPECT_EQ(words_for(""), "line 1, column 1: expected a value, but found the end");
  EXPECT_EQ(words_for("[1\n2]"), "line 2, column 1: expected ',' or ']', but found a number");
  EXPECT_EQ(words_for("{\"a\" 1}"), "line 1, column 6: expected ':', but found a number");
  EXPECT_EQ(words_for("{1}"), "line 1, column 2: expected a string in quotes, but found a number");
  EXPECT_EQ(words_for("{} {"), "line 1, column 4: expected the end, but found '{'");
}

TEST(JsonWords, DescribeInvalidTokens) {
  EXPECT_EQ(words_for("all is well"), "line 1, column 1: a word that is not a JSON value");
  EXPECT_EQ(words_for("\"\xff\""), "line 1, column 2: a string that is not valid UTF-8");
  EXPECT_EQ(words_for("\"x"), "line 1, column 3: a string without a closing quote");
  EXPECT_EQ(words_for("[\n\"x\n\"]"), "line 2, at its end: an unescaped control character in a string");
  EXPECT_EQ(words_for("1e999"), "a number that is too large");
  EXPECT_EQ(words_for("-"), "line 1, column 2: an invalid number");
}

TEST(JsonWords, NameMissingMembers) {
  try {
    std::ignore = nlohmann::json::object().at("lanes");
    FAIL();
  } catch (const nlohmann::json::exception& error) {
    EXPECT_EQ(json_words(error.what()), "the member \"lanes\" is missing");
  }
  EXPECT_EQ(json_words("somebody else's sentence"), "somebody else's sentence");
}

TEST(JsonWords, ContainNoWordsOfTheLibrary) {
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

#include "reports/read_json.hpp"

#include <gtest/gtest.h>

#include "reports/json.hpp"
#include "tests/reports/folder.hpp"
#include "tests/reports/sample.hpp"

namespace wgcts {
namespace {

std::string text_of(const Report& report) {
  std::string text;
  json_text(report, [&](std::string_view piece) { text += piece; });
  return text;
}

class ReadReport : public FolderTest {
 protected:
  std::string refusal_of(const std::string& text) const {
    put(path("r.json"), text);
    try {
      (void)read_report(path("r.json"));
    } catch (const std::runtime_error& error) {
      const std::string sentence = error.what();
      EXPECT_TRUE(sentence.find(path("r.json")) != std::string::npos) << sentence;
      EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
      return sentence;
    }
    return "";
  }
};

TEST_F(ReadReport, WhatWasWrittenComesBack) {
  const std::string text = text_of(sample_report());
  put(path("r.json"), text);
  EXPECT_EQ(text_of(read_report(path("r.json"))), text);
}

TEST_F(ReadReport, RefusesEveryTruncation) {
  const std::string text = text_of(sample_report());
  for (std::size_t size = 0; size + 2 < text.size(); size += 53)
    EXPECT_NE(refusal_of(text.substr(0, size)), "") << size;
}

}  // namespace
}  // namespace wgcts

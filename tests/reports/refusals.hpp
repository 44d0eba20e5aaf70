// Files that must be rejected with a message.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "reports/model/json.hpp"

namespace wgcts::reports {

inline std::string text_of(const Report& report) {
  std::string text;
  json_text(report, [&](std::string_view piece) { text += piece; });
  return text;
}

/// The message of the exception that `read` throws; empty if it does not throw.
inline std::string refusal_of(const std::function<void()>& read) {
  try {
    read();
  } catch (const std::runtime_error& error) {
    const std::string sentence = error.what();
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
    return sentence;
  }
  return "";
}

}  // namespace wgcts::reports

#include "reports/terminal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "reports/marks.hpp"
#include "reports/text.hpp"
#include "suites/plan.hpp"
#include "suites/text.hpp"
#include "tests/reports/sample.hpp"

namespace wgcts {
namespace {

constexpr TerminalStyle plain{};

std::size_t widest(std::string_view text) {
  std::size_t width = 0;
  for (const auto line : split(text, '\n')) width = std::max(width, columns(line));
  return width;
}

TEST(Terminal, Golden) {
  EXPECT_EQ("\n" + terminal_text(sample_report(), "build/report.json", plain), R"(
PLACEHOLDER)");
}

}  // namespace
}  // namespace wgcts

// Every report format shows the reasons of a baseline.
#include <gtest/gtest.h>

#include "reports/formats.hpp"
#include "reports/html/page.hpp"
#include "reports/terminal/terminal.hpp"
#include "reports/words/words.hpp"
#include "tests/reports/hostile.hpp"

namespace wgcts::reports {
namespace {

Report known_report() {
  Report report = sample_report();
  for (CaseResult& result : report.cases) {
    if (info(result.verdict).good) continue;
    result.known =
        Known{result.verdict, result.verdict == Verdict::Crash ? "dies young" : "inverted", "bug 7"};
    result.verdict = Verdict::ExpectedFail;
  }
  return report;
}

TEST(KnownFailures, AreCountedByReason) {
  const auto groups = known_failures(known_report());
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].reason, "inverted");
  EXPECT_EQ(groups[0].cases, 3U);
  EXPECT_EQ(groups[1].reason, "dies young");
  EXPECT_EQ(groups[1].detail, "bug 7");
  EXPECT_TRUE(known_failures(sample_report()).empty());
}

TEST(KnownFailures, AreInEveryFormat) {
  const Report report = known_report();
  for (const std::string& text : {written(html_text, report), written(junit_text, report),
                                  written(markdown_text, report), terminal_text(report, "", {})})
    for (const char* words : {"dies young", "inverted", "bug 7"})
      EXPECT_NE(text.find(words), std::string::npos) << words << " in " << text.substr(0, 60);
}

// "None: no tested case fails" would be wrong if only known cases fail, or no case was tested.
TEST(Findings, AreNoneOnlyIfNoCaseFails) {
  const std::string none = "None: no tested case fails.";
  EXPECT_EQ(written(html_text, known_report()).find(none), std::string::npos);
  Report nothing;
  nothing.cases = {skip_of("any.int.1d.7.chain", device_search, "none")};
  EXPECT_EQ(written(html_text, nothing).find(none), std::string::npos);
  EXPECT_NE(written(html_text, nothing).find("no device was found"), std::string::npos);
  Report good = sample_report();
  good.cases = {result_of("any.int.1d.7.chain", Verdict::Pass)};
  EXPECT_NE(written(html_text, good).find(none), std::string::npos);
}

}  // namespace
}  // namespace wgcts::reports

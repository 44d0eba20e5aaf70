#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "reports/formats.hpp"
#include "reports/html/page.hpp"
#include "reports/model/json.hpp"
#include "reports/terminal/terminal.hpp"
#include "reports/words/words.hpp"
#include "tests/reports/folder.hpp"

namespace wgcts::reports {
namespace {

/// A run whose only case passed.
Report passing() {
  Report report;
  report.device.opencl = 30;
  report.cases.push_back({parse_case("all.int.1d.33.chain").value(), Verdict::Pass});
  return report;
}

std::string text_of(void (*form)(const Report&, const TextSink&), const Report& report) {
  std::string text;
  form(report, [&](std::string_view piece) { text += piece; });
  return text;
}

TEST(RunFailures, AWorkerFailureFailsTheRun) {
  Report report = passing();
  EXPECT_EQ(outcome_of(report), Outcome::Pass);
  report.worker_failures = {{"at its end", SIGSEGV, 0, "double free\nnote: nothing"}};
  EXPECT_EQ(outcome_of(report), Outcome::Fail);
  EXPECT_NE(meaning(report).find("1 worker"), std::string::npos) << meaning(report);
  const auto failures = run_failures(report);
  ASSERT_EQ(failures.size(), 1U);
  EXPECT_EQ(failures[0].log, "double free");
}

TEST(RunFailures, ADefectOverridesAllVerdicts) {
  Report report = passing();
  report.cases[0].verdict = Verdict::Fail;
  report.defects = {"std::bad_alloc (all.int.1d.33.chain without a verdict)"};
  EXPECT_EQ(static_cast<int>(outcome_of(report)), 4);
}

TEST(RunFailures, AreInEveryFormat) {
  Report report = passing();
  report.defects = {"the check 'walk' accepts anything"};
  report.worker_failures = {{"while idle", 0, 99, "heap-use-after-free"}};
  const std::string forms[] = {terminal_text(report, "", {false, 100}), text_of(markdown_text, report),
                               text_of(html_text, report), text_of(junit_text, report),
                               text_of(json_text, report)};
  for (const std::string& text : forms) {
    EXPECT_NE(text.find("accepts anything"), std::string::npos) << text;
    EXPECT_NE(text.find("99"), std::string::npos) << text;
    EXPECT_NE(text.find("heap-use-after-free"), std::string::npos) << text;
  }
}

using RunFailuresFile = FolderTest;

TEST_F(RunFailuresFile, ContainsThem) {
  Report report = passing();
  report.defects = {"one", "two"};
  report.worker_failures = {{"while idle", 0, 99, "log"}};
  write_json(report, path("r.json"));
  const Report again = validated_report(path("r.json"));
  EXPECT_EQ(again.defects, report.defects);
  EXPECT_EQ(again.worker_failures, report.worker_failures);
}

}  // namespace
}  // namespace wgcts::reports

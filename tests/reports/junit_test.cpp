#include <gtest/gtest.h>

#include <map>
#include <pugixml.hpp>

#include "reports/formats.hpp"
#include "tests/reports/bug_sample.hpp"
#include "tests/reports/hostile.hpp"

namespace wgcts::reports {
namespace {

pugi::xml_document parsed(const Report& report) {
  pugi::xml_document document;
  const auto outcome = document.load_string(written(junit_text, report).c_str());
  EXPECT_TRUE(outcome) << outcome.description();
  return document;
}

pugi::xml_node case_named(const pugi::xml_document& document, const char* name) {
  return document.select_node(("//testcase[@name='" + std::string(name) + "']").c_str()).node();
}

TEST(JUnit, SuitesByFamilyWithTheirCounts) {
  const auto document = parsed(sample_report());
  const auto root = document.child("testsuites");
  EXPECT_EQ(root.attribute("tests").as_int(), 8);
  EXPECT_EQ(root.attribute("failures").as_int(), 3);
  EXPECT_EQ(root.attribute("errors").as_int(), 2);
  EXPECT_EQ(root.attribute("skipped").as_int(), 2);
  EXPECT_EQ(root.attribute("time").as_double(), 45.25);
  std::map<std::string, int> suites;
  for (const auto suite : root.children("testsuite"))
    suites[suite.attribute("name").value()] = suite.attribute("tests").as_int();
  EXPECT_EQ(suites, (std::map<std::string, int>{{"all", 3}, {"scan_inclusive", 5}}));
  const auto property = [&](const char* name) {
    return std::string(
        root.select_node(
                ("testsuite[1]/properties/property[@name='" + std::string(name) + "']/@value").c_str())
            .attribute()
            .value());
  };
  EXPECT_EQ(property("device"), "cpu-haswell");
  EXPECT_EQ(property("seed"), "7");
  EXPECT_EQ(property("profile"), "standard");
}

// CI systems group failures by type, and show the message first.
TEST(JUnit, AFailureNamesItsBugs) {
  const Report report = report_with_bugs();
  const auto document = parsed(report);
  const auto failure = case_named(document, "reduce_add.int.1d.4.branch").child("failure");
  const std::string id = report.bugs[0].signature;
  EXPECT_EQ(failure.attribute("type").value(), "fail, bug " + id);
  EXPECT_EQ(failure.attribute("message").value(), "bug " + id +
                                                      ": every lane counts twice in a reduction inside a "
                                                      "branch; WGC.RD.1: 4 of 4 lanes are wrong");
  EXPECT_NE(
      std::string(failure.text().get()).find("lanes_doubled set=all where form=branch\nsmallest: reduce_add"),
      std::string::npos);
  EXPECT_EQ(case_named(document, "all.int.1d.33.branch").child("failure").attribute("type").value(),
            "fail, bug " + id + ", bug " + report.bugs[1].signature);
  EXPECT_EQ(case_named(document, "all.int.1d.1.chain").child("error").attribute("type").value(),
            "crash, bug " + report.bugs[2].signature);
  EXPECT_STREQ(case_named(document, "scan_inclusive_add.double.3d.4x3x5.solo.offset")
                   .child("failure")
                   .attribute("type")
                   .value(),
               "fail");
}

TEST(JUnit, AFailureHasClauseGeometryValuesAndCommand) {
  auto report = sample_report();
  report.device.index = 2;
  report.cases[0].failure->wrong = 64;
  report.cases[0].failure->lanes = {{0, {"1", "1"}, {"non-zero", "1"}, {"0", "0"}}};
  const auto document = parsed(report);
  const auto node = case_named(document, "all.int.1d.64.chain");
  EXPECT_STREQ(node.attribute("classname").value(), "all.int");
  const auto failure = node.child("failure");
  EXPECT_STREQ(failure.attribute("type").value(), "fail");
  EXPECT_STREQ(failure.attribute("message").value(), "WGC.PR.1: 64 of 64 lanes are wrong");
  EXPECT_STREQ(failure.text().get(),
               "WGC.PR.1: work_group_all is non-zero if the predicate is non-zero for all work-items.\n"
               "OpenCL C 3.1.1, Work-group Collective Functions (OpenCL_C.txt#work-group-functions)\n"
               "true: group 1, lane 0 of 64: input 1, expected non-zero, got 0\n"
               "64 of 64 lanes are wrong\n"
               "  lane 0: input 1, expected non-zero, got 0\n"
               "  and 63 more\n"
               "rerun: wgcts run --filter all.int.1d.64.chain --seed 7 --device 2\n");
}

TEST(JUnit, EveryVerdictHasItsElement) {
  const std::map<Verdict, std::string> wanted{
      {Verdict::Pass, ""},         {Verdict::Fail, "failure"},          {Verdict::Crash, "error"},
      {Verdict::Timeout, "error"}, {Verdict::BuildError, "error"},      {Verdict::LaunchError, "error"},
      {Verdict::Skip, "skipped"},  {Verdict::Flake, "failure"},         {Verdict::ExpectedFail, "skipped"},
      {Verdict::NotRun, "error"},  {Verdict::UnexpectedPass, "failure"}};
  for (const auto& verdict : verdicts) {
    Report report;
    report.cases = {result_of("any.int.1d.7.chain", verdict.verdict, "said")};
    const auto document = parsed(report);
    const auto child = case_named(document, "any.int.1d.7.chain").first_child();
    EXPECT_EQ(child.name(), wanted.at(verdict.verdict)) << verdict.name;
    if (verdict.verdict == Verdict::Pass) continue;
    EXPECT_EQ(child.attribute("type").value(), verdict.name);
    EXPECT_STRNE(child.attribute("message").value(), "");
    // CI systems count failures and errors, so every bad verdict must be one of them.
    const auto root = document.child("testsuites");
    EXPECT_EQ(root.attribute("failures").as_int() + root.attribute("errors").as_int(), verdict.good ? 0 : 1)
        << verdict.name;
  }
}

// CI systems would take thousands of skips for success.
TEST(JUnit, NoDeviceIsOneError) {
  Report report;
  for (const char* id : {"any.int.1d.7.chain", "all.int.1d.7.chain"})
    report.cases.push_back(skip_of(id, device_search, "no OpenCL device"));
  const auto document = parsed(report);
  const auto root = document.child("testsuites");
  EXPECT_EQ(root.attribute("tests").as_int(), 1);
  EXPECT_EQ(root.attribute("errors").as_int(), 1);
  EXPECT_EQ(root.attribute("skipped").as_int(), 0);
  EXPECT_STREQ(document.select_node("//testcase/error").node().attribute("message").value(),
               "no device was found");
}

TEST(JUnit, AnExpectedFailHasItsReason) {
  Report report;
  report.cases = {result_of("any.int.1d.7.chain", Verdict::ExpectedFail, "said")};
  report.cases[0].known = Known{Verdict::Crash, "dies of small groups", "#7"};
  EXPECT_STREQ(parsed(report).select_node("//skipped").node().attribute("message").value(),
               "crash, expected by the baseline: dies of small groups, #7");
}

// CI systems show messages in lists; the body has the full text.
TEST(JUnit, TheMessageIsShortAndTheBodyComplete) {
  const std::string words = std::string(5000, 'x') + " is the end";
  Report report;
  report.cases = {result_of("any.int.1d.7.chain", Verdict::BuildError, words)};
  report.cases[0].log = std::string(5000, 'y');
  const auto document = parsed(report);
  const auto error = document.select_node("//error").node();
  EXPECT_EQ(std::string_view(error.attribute("message").value()).size(), 500U);
  EXPECT_NE(std::string_view(error.text().get()).find(words), std::string_view::npos);
  const std::string log = document.select_node("//system-out").node().text().get();
  EXPECT_TRUE(log.starts_with("[the JSON report has the full log]\ny")) << log.substr(0, 60);
}

TEST(JUnit, SkipsHaveTheirReason) {
  const auto document = parsed(sample_report());
  EXPECT_STREQ(case_named(document, "scan_inclusive_add.half.1d.64.chain")
                   .child("skipped")
                   .attribute("message")
                   .value(),
               "CL_DEVICE_EXTENSIONS: no cl_khr_fp16");
}

TEST(JUnit, AnyBytesMakeValidXml) {
  const auto text = written(junit_text, large_report(20, 10, hostile_text, true));
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(text.c_str()));
  for (const unsigned char c : text) EXPECT_TRUE(c >= 0x20 || c == '\n') << static_cast<int>(c);
  for (const char* forbidden : {"\xff", "\xEF\xBF\xBF", "&#1;", "&#27;", "<script", "<img"})
    EXPECT_EQ(text.find(forbidden), std::string::npos) << forbidden;
  EXPECT_EQ(document.select_nodes("//failure").size(), 10U);
}

}  // namespace
}  // namespace wgcts::reports

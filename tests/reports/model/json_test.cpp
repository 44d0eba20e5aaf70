#include "reports/model/json.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "tests/reports/folder.hpp"
#include "tests/reports/refusals.hpp"
#include "tests/reports/sample.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::json;

TEST(JsonReport, NamesItsShard) {
  Report sample = sample_report();
  sample.run.shard = "2/3";
  EXPECT_EQ(json::parse(text_of(sample))["run"]["shard"], "2/3");
}

TEST(JsonReport, Members) {
  const json report = json::parse(text_of(sample_report()));
  EXPECT_EQ(report["schema"], json::parse(R"({"name": "wgcts-report", "version": "2.0"})"));
  EXPECT_EQ(report["tool"]["name"], "wgcts");
  EXPECT_TRUE(report["tool"]["version"].is_string());
  EXPECT_TRUE(report["tool"]["commit"].is_string());
  EXPECT_EQ(report["run"],
            json::parse(
                R"({"seed": 7, "profile": "standard", "selection": "--op all,scan_inclusive_add", "shard": "",
      "started": "2025-11-21T01:26:00Z", "seconds": 45.25, "complete": true})"));
  EXPECT_EQ(report["summary"],
            json::parse(R"({"verdict": "fail", "total": 8, "pass": 1, "fail": 3, "crash": 2,
      "timeout": 0, "build_error": 0, "launch_error": 0, "skip": 2, "flake": 0, "expected_fail": 0,
      "unexpected_pass": 0, "not_run": 0})"));
  EXPECT_EQ(report["matrix"], json::parse(R"([
      {"builtin": "all", "type": "int", "cells": [
        {"dim": 1, "verdict": "fail", "counts": {"fail": 1, "crash": 1}},
        {"dim": 2, "verdict": "fail", "counts": {"fail": 1}}]},
      {"builtin": "scan_inclusive_add", "type": "half", "cells": [
        {"dim": 1, "verdict": "skip", "counts": {"skip": 1}},
        {"dim": 2, "verdict": "skip", "counts": {"skip": 1}}]},
      {"builtin": "scan_inclusive_add", "type": "double", "cells": [
        {"dim": 1, "verdict": "crash", "counts": {"pass": 1, "crash": 1}},
        {"dim": 3, "verdict": "fail", "counts": {"fail": 1}}]}])"));
  EXPECT_EQ(report["timing"]["workers"].size(), 1U);
  EXPECT_EQ(report["timing"]["sum"], report["timing"]["workers"][0]);
  EXPECT_EQ(report["timing"]["sum"]["build"], 2.5);
  EXPECT_EQ(report.size(), 10U);
  ASSERT_EQ(report["clauses"].size(), 2U);
  EXPECT_EQ(report["clauses"][0]["id"], "WGC.PR.1");
  EXPECT_EQ(report["clauses"][0]["where"][0]["path"], "OpenCL_C.txt");
}

TEST(JsonReport, DeviceAndCasesSurviveARoundTrip) {
  const Report sample = sample_report();
  const json report = json::parse(text_of(sample));
  EXPECT_EQ(to_json(facts_from_json(report["device"])), to_json(sample.device));
  ASSERT_EQ(report["cases"].size(), sample.cases.size());
  for (std::size_t i = 0; i < sample.cases.size(); ++i)
    EXPECT_EQ(to_json(result_from_json(report["cases"][i])), to_json(sample.cases[i]));
}

// So that grep and less can read reports.
TEST(JsonReport, EachCaseIsALineThatStartsWithItsName) {
  const auto text = text_of(sample_report());
  EXPECT_NE(
      text.find("\n{\"id\":\"all.int.1d.1.chain\",\"verdict\":\"crash\",\"builtin\":\"all\",\"type\":\"int\","
                "\"dim\":1,\"checks\":0,"),
      std::string::npos);
  EXPECT_TRUE(text.starts_with("{\n\"schema\": {\n"));
  EXPECT_TRUE(text.ends_with("}\n]\n}\n"));
}

TEST(JsonReport, EmptyRun) {
  const json report = json::parse(text_of(Report{}));
  EXPECT_EQ(report["summary"]["verdict"], "nothing judged");
  EXPECT_EQ(report["summary"]["total"], 0);
  EXPECT_EQ(report["cases"], json::array());
  EXPECT_EQ(report["matrix"], json::array());
}

TEST(JsonReport, InterruptedRun) {
  Report sample = sample_report();
  sample.run.complete = false;
  sample.run.interrupted = true;
  const json report = json::parse(text_of(sample));
  EXPECT_EQ(report["summary"]["verdict"], "incomplete");
  EXPECT_EQ(report["run"]["complete"], false);
}

TEST(JsonReport, LargeSeedsAndBadBytes) {
  Report sample = sample_report();
  sample.run.seed = std::numeric_limits<std::uint64_t>::max();
  sample.run.selection = "--filter \xff";
  const json report = json::parse(text_of(sample));
  EXPECT_EQ(report["run"]["seed"], std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(report["run"]["selection"], "--filter \xEF\xBF\xBD");
}

class JsonFile : public FolderTest {};

TEST_F(JsonFile, IsWrittenCompletely) {
  write_json(sample_report(), path("report.json"));
  EXPECT_EQ(content(path("report.json")), text_of(sample_report()));
  EXPECT_EQ(files(), 1);
}

TEST_F(JsonFile, ErrorsNameFileAndCause) {
  try {
    write_json(sample_report(), path("nowhere/x.json"));
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), "cannot write " + path("nowhere/x.json") + ": the folder " + path("nowhere") +
                                " does not exist");
  }
}

TEST_F(JsonFile, StandardOutputContainsNothingElse) {
  testing::internal::CaptureStdout();
  write_json(sample_report(), "-");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), text_of(sample_report()));
}

}  // namespace
}  // namespace wgcts::reports

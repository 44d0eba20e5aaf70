// The output formats of a report, and the checks before any work.
#include <gtest/gtest.h>

#include "cli/commands/commands.hpp"
#include "cli/run/files.hpp"
#include "reports/model/json.hpp"
#include "tests/reports/bug_sample.hpp"
#include "tests/reports/folder.hpp"
#include "tests/reports/sample.hpp"

namespace wgcts::cli {
namespace {

class OutputsTest : public FolderTest {
 protected:
  /// The exit code of the command line; its message goes to `refusal`.
  int run(std::vector<std::string> words) {
    std::vector<const char*> argv{"./wgcts"};
    for (const std::string& word : words) argv.push_back(word.c_str());
    refusal.clear();
    try {
      const auto parsed = parse_command_line(static_cast<int>(argv.size()), argv.data());
      return parsed.command->run(parsed.options);
    } catch (const std::exception& error) {
      refusal = error.what();
      return 2;
    }
  }

  std::string report() {
    write_json(sample_report(), path("in.json"));
    return path("in.json");
  }

  std::string refusal;
};

// Before it looks for a device.
TEST_F(OutputsTest, ARunRefusesOptionsThatSelectNothing) {
  EXPECT_EQ(run({"run", "--kit", "none", "--profile", "soak", "--filter", "zz*"}), 2);
  EXPECT_TRUE(refusal.starts_with("the soak profile draws no case that matches --filter zz*")) << refusal;
  EXPECT_EQ(run({"run", "--kit", "none", "--reproducers", path("new"), "--diagnose", "0"}), 2);
  EXPECT_TRUE(refusal.starts_with("--reproducers writes a program for each bug")) << refusal;
  EXPECT_FALSE(std::filesystem::exists(path("new")));
}

TEST_F(OutputsTest, WritesAllFormatsAtOnce) {
  EXPECT_EQ(run({"report", report(), "--json", path("j"), "--junit", path("x"), "--html", path("h"),
                 "--markdown", path("m")}),
            0)
      << refusal;
  EXPECT_EQ(content(path("j")), content(path("in.json")));
  EXPECT_TRUE(content(path("x")).starts_with("<?xml"));
  EXPECT_TRUE(content(path("h")).starts_with("<!doctype html>"));
  EXPECT_TRUE(content(path("m")).starts_with("## wgcts: fail"));
  EXPECT_EQ(files(), 5);
}

// Their paths are relative to the folder of the run.
TEST_F(OutputsTest, IssuesHaveTheirProgramsInOtherFoldersToo) {
  Report report = report_with_bugs();
  for (const char* json : {"r.json", "out/r.json"}) {
    report.run.segments = {{.command = {"wgcts", "run", "--json", json}}};
    report.bugs[0].reproducer = (std::filesystem::path(json).parent_path() / "bugs/twice.c").string();
    for (const char* folder : {"out", "out/bugs", "bugs"}) std::filesystem::create_directory(path(folder));
    put(path(report.bugs[0].reproducer), "int main(void);\n");
    write_json(report, path(json));
    EXPECT_EQ(run({"report", path(json), "--issues", path("issues")}), 0) << refusal;
    const std::string issue = content(path("issues/" + report.bugs[0].signature + ".md"));
    EXPECT_NE(issue.find("int main(void);\n"), std::string::npos) << issue;
    std::filesystem::remove_all(path("issues"));
  }
}

TEST_F(OutputsTest, AJsonReportMayOverwriteItself) {
  const auto in = report();
  const auto before = content(in);
  EXPECT_EQ(run({"report", in, "--json", in}), 0) << refusal;
  EXPECT_EQ(content(in), before);
}

TEST_F(OutputsTest, OtherFormatsMayNotOverwriteTheReport) {
  const auto in = report();
  const auto before = content(in);
  EXPECT_EQ(run({"report", in, "--html", in}), 2);
  EXPECT_EQ(run({"report", in, "--json", in, "--html", in}), 2);
  EXPECT_EQ(run({"baseline", in, "-o", in}), 2);
  EXPECT_EQ(run({"diff", in, in, "--markdown", in}), 2);
  EXPECT_EQ(run({"merge", in, "-o", in}), 2);
  EXPECT_EQ(content(in), before);
}

TEST_F(OutputsTest, TheErrorForNoOutputListsTheOptions) {
  EXPECT_EQ(run({"report", report()}), 2);
  EXPECT_EQ(refusal, "report: give at least one output: --json, --junit, --html, --markdown, --issues");
  EXPECT_EQ(run({"report", "--html", path("h")}), 2) << "the report is missing";
}

TEST_F(OutputsTest, TwoOutputsCannotGoToTheSameFile) {
  const auto in = report();
  EXPECT_EQ(run({"report", in, "--html", "-", "--junit", "-"}), 2);
  EXPECT_EQ(refusal, "--junit and --html cannot both go to standard output");
  EXPECT_EQ(run({"report", in, "--html", path("same"), "--markdown", path("./same")}), 2);
  std::filesystem::create_symlink("same", path("link"));
  EXPECT_EQ(run({"report", in, "--html", path("same"), "--json", path("link")}), 2);
  EXPECT_FALSE(std::filesystem::exists(path("same")));
}

TEST_F(OutputsTest, AllAreCheckedBeforeAnyWork) {
  // The message is not about the missing report or kit, since nothing is read or run.
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"report", path("no report")}, {"run", "--op", "any", "--kit", "no kit"}}) {
    auto with_output = words;
    with_output.insert(with_output.end(), {"--html", path("good"), "--junit", path("no/such/folder")});
    EXPECT_EQ(run(with_output), 2);
    EXPECT_NE(refusal.find("does not exist"), std::string::npos) << refusal;
    EXPECT_EQ(files(), 0);
  }
}

TEST_F(OutputsTest, AnInvalidReportLeavesOldFilesUnchanged) {
  put(path("old.html"), "old");
  put(path("bad.json"), R"({"schema": {"name": "wgcts-report", "version": "1.0"}, "cases": [)");
  for (const auto& in : {path("bad.json"), path("missing.json"), folder_.string()}) {
    EXPECT_EQ(run({"report", in, "--html", path("old.html")}), 2) << in;
    EXPECT_NE(refusal, "");
    EXPECT_EQ(content(path("old.html")), "old");
  }
}

TEST_F(OutputsTest, IfOneOutputFailsTheOthersAreWritten) {
  EXPECT_EQ(run({"report", report(), "--junit", "/dev/full", "--markdown", path("m")}), 2);
  EXPECT_EQ(refusal, "cannot write /dev/full: No space left on device");
  EXPECT_TRUE(content(path("m")).starts_with("## wgcts: fail"));
}

}  // namespace
}  // namespace wgcts::cli

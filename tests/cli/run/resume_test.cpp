#include "cli/run/resume.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <utility>

#include "reports/model/journal.hpp"
#include "reports/model/json.hpp"
#include "tests/reports/folder.hpp"

namespace wgcts::cli {
namespace {

class ResumeTest : public FolderTest {
 protected:
  Report report_ = [] {
    Report report;
    report.run.seed = 7;
    report.run.profile = "smoke";
    report.run.selection = "--op reduce,any --op all --filter -*.int.*";
    report.run.complete = false;
    report.run.interrupted = true;
    report.device.platform = "P", report.device.name = "N", report.device.driver = "1";
    report.cases = {{parse_case("all.int.1d.33.chain").value(), Verdict::Pass},
                    {parse_case("any.int.1d.33.chain").value(), Verdict::NotRun}};
    return report;
  }();

  Options options_from(const Report& report) const {
    write_json(report, path("r.json"));
    Options options;
    options.resume = path("r.json");
    return options;
  }

  static std::string refusal(Options options) {
    try {
      (void)resumed(options);
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(ResumeTest, TakesProfileSelectionSeedAndShardFromTheReport) {
  Options options = options_from(report_);
  EXPECT_EQ(resumed(options).cases.size(), 2U);
  EXPECT_EQ(options.profile, Profile::Smoke);
  EXPECT_EQ(options.seed, 7U);
  EXPECT_EQ(options.selection.ops, (std::vector<std::string>{"reduce,any", "all"}));
  EXPECT_EQ(options.selection.filters, (std::vector<std::string>{"-*.int.*"}));
  EXPECT_EQ(options.shard, Shard{});
  EXPECT_EQ(options.json, path("r.json"));
}

TEST_F(ResumeTest, TakesThemFromAJournalToo) {
  Report sharded = report_;
  sharded.run.shard = "2/3";
  const Journal journal(path("x.json.journal"), sharded, {});
  Options options;
  options.resume = path("x.json.journal");
  EXPECT_EQ(resumed(options).cases.size(), 2U);
  EXPECT_EQ(options.shard, (Shard{2, 3}));
  EXPECT_EQ(options.json, path("x.json"));
}

// Otherwise they would have the verdicts of the first segment only.
TEST_F(ResumeTest, TakesTheOtherOutputsFromTheRunThatWroteTheReport) {
  Report written = report_;
  written.run.segments = {{.command = {"wgcts", "run", "--json", path("r.json"), "--junit=x.xml", "--html",
                                       "h.html", "--markdown", "-"}},
                          {.command = {"wgcts", "run", "--resume", path("r.json")}}};
  Options options = options_from(written);
  options.html = "mine.html";
  (void)resumed(options);
  EXPECT_EQ(options.junit, "x.xml");
  EXPECT_EQ(options.html, "mine.html");
  EXPECT_EQ(options.markdown, "") << "it went to standard output";
  // A merged report contains the segments of runs that wrote other reports.
  written.run.segments[0].command[3] = path("part.json");
  options = options_from(written);
  (void)resumed(options);
  EXPECT_EQ(options.junit, "");
}

// The baseline is applied after the diagnosis, which ignores expected failures.
TEST_F(ResumeTest, ExpectedFailuresAreFailuresAgain) {
  CaseResult& result = report_.cases[0];
  result.verdict = Verdict::ExpectedFail;
  result.failure = Failure{};
  result.known = Known{Verdict::Crash, "known", ""};
  Options options = options_from(report_);
  const Report earlier = resumed(options);
  EXPECT_EQ(earlier.cases[0].verdict, Verdict::Crash);
  EXPECT_FALSE(earlier.cases[0].known);
}

TEST_F(ResumeTest, ReportsIncompleteLinesOfAJournal) {
  const std::string file = path("x.json.journal");
  { const Journal journal(file, report_, {}); }
  put(file, content(file) + std::string(100, '\xff'));
  Options options;
  options.resume = file;
  testing::internal::CaptureStderr();
  EXPECT_EQ(resumed(options).cases.size(), 2U);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "wgcts: journal " + file +
                ": the last 100 bytes, from line 4 on, are incomplete and ignored; 2 results "
                "before them are kept\n");
}

// The retries of its failures need the same programs.
TEST(Resume, KnowsWhetherTheFirstSegmentRanInWaves) {
  EXPECT_FALSE(ran_in_waves({}));
  const RunSegment plain{.command = {"wgcts", "run"}},
      timed{.command = {"wgcts", "run", "--time-budget", "6"}},
      other_spelling{.command = {"wgcts", "run", "--time-budget=6"}};
  EXPECT_TRUE(ran_in_waves({.segments = {timed, plain}}));
  EXPECT_TRUE(ran_in_waves({.segments = {other_spelling}}));
  EXPECT_FALSE(ran_in_waves({.segments = {plain, timed}}));
}

TEST_F(ResumeTest, TakesDriverOptionsFromTheReport) {
  Report with_segments = report_;
  RunSegment& segment = with_segments.run.segments.emplace_back();
  segment.command = {"wgcts", "run", "--baseline-any-device"};
  segment.kit = "pocl", segment.memory = 64, segment.baseline = "known.json", segment.driver_cache = true;
  with_segments.device.implementation = ImplementationFacts{"my.cl", "ab", {}};
  Options options = options_from(with_segments);
  (void)resumed(options);
  EXPECT_EQ(options.kit, "pocl");
  EXPECT_EQ(options.memory, 64U);
  EXPECT_EQ(options.baseline, "known.json");
  EXPECT_TRUE(options.baseline_any_device);
  EXPECT_TRUE(options.driver_cache);
  EXPECT_EQ(options.implementation, "my.cl");
  EXPECT_TRUE(options.allow_empty_filter) << "the earlier run has checked the filters";
  // Typed options take precedence.
  options = options_from(with_segments);
  options.launcher = "ssh board", options.memory = 512, options.baseline = "other.json";
  options.given = {"--launcher", "--memory", "--baseline"};
  options.implementation = "other.cl";
  (void)resumed(options);
  EXPECT_EQ(options.kit, "");
  EXPECT_EQ(options.launcher, "ssh board");
  EXPECT_EQ(options.memory, 512U);
  EXPECT_EQ(options.baseline, "other.json");
  EXPECT_FALSE(options.baseline_any_device);
  EXPECT_EQ(options.implementation, "other.cl");
  with_segments.run.segments[0] = {};
  with_segments.run.segments[0].launcher = "ssh board";
  options = options_from(with_segments);
  (void)resumed(options);
  EXPECT_EQ(options.launcher, "ssh board");
}

TEST_F(ResumeTest, TypedOptionsMustNotContradictTheRun) {
  const Options options = options_from(report_);
  const auto with = [&](auto&& change) {
    Options changed = options;
    change(changed);
    return refusal(changed);
  };
  EXPECT_EQ(with([](Options& o) { o.given = {"--seed"}, o.seed = 7; }), "");
  EXPECT_NE(with([](Options& o) { o.given = {"--seed"}, o.seed = 1; }), "");
  EXPECT_NE(with([](Options& o) { o.given = {"--profile"}; }), "");  // standard, the default, typed
  EXPECT_NE(with([](Options& o) { o.selection.ops = {"all"}; }), "");
  EXPECT_NE(with([](Options& o) { o.shard = Shard{1, 2}; }), "");
  EXPECT_EQ(with([](Options& o) { o.shard = Shard{}; }), "");
  setenv("TEST_TOTAL_SHARDS", "3", 1);
  setenv("TEST_SHARD_INDEX", "1", 1);
  EXPECT_NE(refusal(options).find("TEST_SHARD_INDEX"), std::string::npos) << refusal(options);
  unsetenv("TEST_TOTAL_SHARDS");
  unsetenv("TEST_SHARD_INDEX");
}

TEST_F(ResumeTest, RejectsReportsThatCannotBeResumed) {
  Report other = report_;
  other.run.profile = "huge";
  EXPECT_NE(refusal(options_from(other)), "");
  for (const char* selection : {"nonsense", "--op", "--op all --op", "--colour red", "--op all red"}) {
    other = report_;
    other.run.selection = selection;
    EXPECT_NE(refusal(options_from(other)), "") << selection;
  }
  Options missing;
  missing.resume = path("nothing.json");
  EXPECT_NE(refusal(missing), "");
}

TEST_F(ResumeTest, NotRunResultsAreDropped) {
  const std::vector<Case> cases{report_.cases[0].the_case, report_.cases[1].the_case};
  ASSERT_EQ(kept_results(report_, cases).size(), 1U);
  EXPECT_EQ(kept_results(report_, cases)[0].verdict, Verdict::Pass);
  EXPECT_THROW(kept_results(report_, {cases[1]}), UsageError);
}

TEST_F(ResumeTest, RejectsAnotherDevice) {
  const DeviceFacts& mine = report_.device;
  DeviceFacts twin = mine;
  twin.index = 1;
  EXPECT_EQ(same_device(twin, {mine, twin}, "").index, 1U);
  EXPECT_EQ(same_device(twin, {mine}, "").index, 0U);
  EXPECT_THROW(same_device(mine, {}, ""), UsageError);
  for (const auto field : {&DeviceFacts::platform, &DeviceFacts::name, &DeviceFacts::driver}) {
    DeviceFacts other = mine;
    other.*field = "else";
    EXPECT_THROW(same_device(mine, {other}, ""), UsageError);
    EXPECT_THROW(same_device(mine, {other}, "0"), UsageError);
  }
}

// Otherwise the report of one device would have results of another one.
TEST_F(ResumeTest, PrefersTheSameHardwareToTheSameIndex) {
  DeviceFacts first = report_.device, second = first;
  first.hardware = "uuid a", second.hardware = "uuid b", second.index = 1;
  DeviceFacts earlier = first;
  std::swap(first.index, second.index);  // the driver lists them in another order
  EXPECT_EQ(same_device(earlier, {second, first}, "").hardware, "uuid a");
  EXPECT_EQ(same_device(earlier, {second}, "").hardware, "uuid b") << "the first is gone";
  EXPECT_EQ(same_device(earlier, {second, first}, "0").hardware, "uuid b") << "--device decides";
  earlier.hardware = "";
  EXPECT_EQ(same_device(earlier, {first, second}, "").hardware, "uuid b") << "the index decides";
  // Several devices may share their hardware.
  earlier = second = first;
  second.index = 5;
  EXPECT_EQ(same_device(earlier, {second, first}, "").index, first.index);
}

TEST_F(ResumeTest, TwoRunsCannotWriteTheSameReport) {
  const Journal of_another(path("x.json.journal"), report_, {});
  Options options;
  options.json = path("x.json");
  try {
    (void)journal_of(options);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("another wgcts process is writing")) << error.what();
  }
  options.resume = path("x.json.journal");
  EXPECT_THROW(journal_of(options), UsageError);
}

// The last results may be missing from the journal on a full disk, so the file is counted.
TEST_F(ResumeTest, CountsTheResultsInTheJournal) {
  const std::string file = path("x.json.journal");
  { const Journal journal(file, report_, {}); }
  EXPECT_EQ(kept_in_journal(file), "2 results were saved in " + file +
                                       ": when the report can be written, resume with --resume " + file);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);  // as a full disk cuts it off
  EXPECT_TRUE(kept_in_journal(file).starts_with("1 result was saved in")) << kept_in_journal(file);
  EXPECT_EQ(kept_in_journal(path("nowhere")), "no result was saved in " + path("nowhere"));
}

TEST_F(ResumeTest, ARunDoesNotOverwriteAJournalWithResults) {
  Options options;
  options.json = path("x.json");
  EXPECT_EQ(journal_of(options), path("x.json.journal"));
  { const Journal journal(path("x.json.journal"), report_, {}); }
  EXPECT_THROW(journal_of(options), UsageError);
  options.resume = path("x.json.journal");
  EXPECT_EQ(journal_of(options), path("x.json.journal"));
  options.resume = path("x.json");
  EXPECT_THROW(journal_of(options), UsageError);
  Report empty = report_;
  empty.cases.clear();
  { const Journal journal(path("x.json.journal"), empty, {}); }
  EXPECT_EQ(journal_of(options), path("x.json.journal"));
  put(path("x.json.journal"), "somebody's notes\n");
  EXPECT_THROW(journal_of(options), UsageError);
}

}  // namespace
}  // namespace wgcts::cli

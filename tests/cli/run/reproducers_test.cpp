// The C program of a bug, or the reason why there is none.
#include "cli/run/reproducers.hpp"

#include <gtest/gtest.h>

#include "cli/commands/commands.hpp"
#include "cli/run/files.hpp"
#include "reports/model/json.hpp"
#include "tests/reports/bug_sample.hpp"
#include "tests/reports/folder.hpp"

namespace wgcts::cli {
namespace {

Minimised shown_in(const char* text) {
  Minimised found;
  found.experiment = Experiment{.the_case = parse_case(text).value()};
  return found;
}

TEST(Reproducer, GivesTheReasonIfThereIsNoProgram) {
  Bug bug = bug_of({"inverted"}, {}, "it answers the opposite", {"all.int.1d.33.chain"});
  bug.cut_short = "the search for its smallest case";
  const Reproducer unseen = reproducer_of(bug, {}, {});
  EXPECT_EQ(unseen.why_not, "the failure did not show again within the time limit");
  EXPECT_TRUE(unseen.time_may_help);
  const Reproducer of_chain = reproducer_of(bug, shown_in("all.int.1d.33.chain"), {});
  EXPECT_TRUE(of_chain.text.empty());
  EXPECT_EQ(of_chain.why_not,
            "all.int.1d.33.chain fails, but no short kernel that fails was found within the time limit");
  EXPECT_TRUE(of_chain.time_may_help);
}

// PoCL 7.1 returns a wrong get_global_offset, for which no short kernel exists.
TEST(Reproducer, BlamesNoTimeLimitForASearchThatEnded) {
  const Bug bug = bug_of({"inverted"}, {}, "it answers the opposite", {"all.int.1d.33.chain"});
  const Reproducer of_chain = reproducer_of(bug, shown_in("all.int.1d.33.chain"), {});
  EXPECT_EQ(of_chain.why_not, "all.int.1d.33.chain fails, but no short kernel that fails was found");
  EXPECT_FALSE(of_chain.time_may_help);
  EXPECT_EQ(reproducer_of(bug, {}, {}).why_not, "the failure did not show again");
}

// A run has little time for each bug; `wgcts reproduce` can take longer.
TEST(Reproducer, GivesACommandThatSearchesLonger) {
  Bug bug = bug_of({"inverted"}, {}, "it answers the opposite", {"all.int.1d.33.chain"});
  bug.minimal = MinimalCase{"all.int.1d.4.solo"};
  reports::Report report;
  report.run.seed = 7;
  EXPECT_EQ(why_none({"", "it was too slow", true}, bug, report),
            "it was too slow; to search longer: wgcts reproduce all.int.1d.4.solo -o " + bug.signature +
                ".c --seed 7");
  EXPECT_EQ(why_none({"", "it is a program", false}, bug, report), "it is a program");
  bug.minimal.reset();
  EXPECT_EQ(why_none({"", "it did not show", true}, bug, report), "it did not show")
      << "there is no case to search from";
}

TEST(Reproducer, ThereIsNoneForAnImplementation) {
  reports::Report report;
  report.device.implementation = ImplementationFacts{"my.spv", "", {}, true};
  const Bug bug = bug_of({"inverted"}, {}, "it answers the opposite", {"all.int.1d.33.chain.il"});
  const Reproducer none = reproducer_of(bug, shown_in("all.int.1d.4.solo.il"), report);
  EXPECT_TRUE(none.text.empty());
  EXPECT_FALSE(none.time_may_help);
  EXPECT_EQ(none.why_not, "a C program would call the driver's own builtins, and not those of my.spv");
}

TEST(Reproducer, ThereIsNoneForAProgramThatFailsOnlyBesideOtherKernels) {
  const Bug bug = bug_of({"program"}, {}, "programs go wrong", {"program.uint.1d.7.7174"});
  const Reproducer none = reproducer_of(bug, shown_in("program.uint.1d.7.7174"), {});
  EXPECT_TRUE(none.text.empty());
  EXPECT_FALSE(none.time_may_help);
  EXPECT_EQ(none.why_not,
            "program.uint.1d.7.7174 fails, but not if its kernel is the only one in the source");
}

class ReproduceTest : public FolderTest {
 protected:
  /// The error message of `wgcts reproduce`.
  std::string refusal(const std::string& what, const std::string& report, const std::string& output) const {
    Options options;
    options.case_name = what;
    options.report = report;
    options.output = output;
    try {
      (void)reproduce_command.run(options);
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(ReproduceTest, RejectsInvalidNames) {
  const std::string file = path("bug.c"), report = path("report.json");
  reports::Report sample = reports::report_with_bugs();
  reports::write_json(sample, report);
  EXPECT_NE(refusal("0123abcd", "", file).find("--report FILE"), std::string::npos);
  EXPECT_NE(refusal("all.int.1d.33.chain", report, file).find("--report needs a bug's signature"),
            std::string::npos);
  const std::string unknown = refusal("00000000", report, file);
  EXPECT_NE(unknown.find("has no bug 00000000"), std::string::npos) << unknown;
  EXPECT_NE(unknown.find(sample.bugs.front().signature), std::string::npos) << "the message lists the bugs";
  EXPECT_NE(refusal("all.int.1d", "", file), "");
  EXPECT_NE(refusal(sample.bugs.front().signature, report, report).find("would overwrite"),
            std::string::npos);
  EXPECT_NE(refusal(sample.bugs.front().signature, report, path("no/such/folder/bug.c")), "");
  EXPECT_FALSE(std::filesystem::exists(file));
}

// Otherwise the whole run would be lost, as its report could not be written.
TEST_F(ReproduceTest, TheFolderCannotBeAnOutputFile) {
  check_folder(path("new/folder"));
  for (const char* taken : {"new", "new/folder", "./new"})
    EXPECT_THROW(check_output_paths({{"--json", path(taken)}}, {}), std::runtime_error) << taken;
  EXPECT_NO_THROW(check_output_paths({{"--json", path("other.json")}}, {}));
}

TEST_F(ReproduceTest, RejectsAFolderThatCannotBeCreated) {
  std::filesystem::create_symlink("loop", path("loop"));
  put(path("file"), "");
  for (const char* bad : {"loop", "loop/x", "file", "file/x"})
    EXPECT_THROW(check_folder(path(bad)), UsageError) << bad;
  EXPECT_THROW(check_folder("/proc"), std::runtime_error) << "no file can be written into it";
}

}  // namespace
}  // namespace wgcts::cli

#include "reports/model/journal.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

#include "tests/reports/bug_sample.hpp"
#include "tests/reports/folder.hpp"

namespace wgcts::reports {
namespace {

class JournalTest : public FolderTest {
 protected:
  const std::string file_ = path("report.json.journal");

  /// A journal of the sample's run with these cases.
  std::string killed_after(std::size_t count) const {
    const Report sample = sample_report();
    Report begun = sample;
    begun.cases.clear();
    Journal journal(file_, begun, {});
    for (std::size_t i = 0; i < count; ++i) journal.add(sample.cases[i]);
    return content(file_);
  }

  std::string refusal(const std::string& text) const {
    put(file_, text);
    try {
      (void)read_journal(file_);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(JournalTest, WritesEveryResultImmediately) {
  const Report sample = sample_report();
  killed_after(sample.cases.size());
  EXPECT_TRUE(is_journal(file_));
  const Report read = read_journal(file_).report;
  EXPECT_EQ(read.run.seed, sample.run.seed);
  EXPECT_EQ(read.run.selection, sample.run.selection);
  EXPECT_EQ(read.device.name, sample.device.name);
  EXPECT_FALSE(read.run.complete);
  ASSERT_EQ(read.cases.size(), sample.cases.size());
  for (std::size_t i = 0; i < read.cases.size(); ++i) {
    EXPECT_EQ(name(read.cases[i].the_case), name(sample.cases[i].the_case));
    EXPECT_EQ(read.cases[i].verdict, sample.cases[i].verdict);
  }
}

// A resumed run diagnoses the results of all segments.
TEST_F(JournalTest, ContainsTheOutputOfFailingCases) {
  Report sample = sample_report();
  Evidence evidence{{4, 1, 1}, 1, {std::byte{7}}, {"all"}, {}};
  evidence.sites.push_back({"1", {{0, {std::byte{1}, std::byte{2}}}}});
  sample.cases[0].evidence = std::make_shared<const Evidence>(evidence);
  Report begun = sample;
  begun.cases.resize(1);
  { Journal journal(file_, begun, {}); }
  const Report read = read_journal(file_).report;
  ASSERT_TRUE(read.cases[0].evidence);
  EXPECT_EQ(read.cases[0].evidence->sites[0].outputs[0].bytes, evidence.sites[0].outputs[0].bytes);
}

TEST_F(JournalTest, ATruncatedFileGivesItsCompleteLinesOrIsRejected) {
  const std::string whole = killed_after(4);
  const auto head = whole.find('\n') + 1;
  for (std::size_t end = 0; end <= whole.size(); end += 23) {
    const std::string cut = whole.substr(0, end);
    if (end < head) {
      EXPECT_NE(refusal(cut), "") << end;
      continue;
    }
    put(file_, cut);
    EXPECT_EQ(read_journal(file_).report.cases.size(),
              static_cast<std::size_t>(std::count(cut.begin(), cut.end(), '\n')) - 1)
        << end;
  }
}

// After a power failure, the file may end with blocks that were never written.
TEST_F(JournalTest, InvalidBytesAtTheEndAreIgnoredAndCounted) {
  const std::string whole = killed_after(3);
  for (const std::string& tail :
       {std::string("{\"id\": \"all"), std::string("garbage\n"), std::string(4096, '\0'),
        std::string("\x80\n\n\xff"), std::string("[1]\n7\nnull\n"),
        whole.substr(whole.rfind('\n', whole.size() - 2) + 1, 40) + "\n"}) {
    put(file_, whole + tail);
    const JournalContent content = read_journal(file_);
    EXPECT_EQ(content.report.cases.size(), 3U);
    EXPECT_EQ(content.lost_bytes, tail.size());
    EXPECT_EQ(content.lost_from, 5U) << "after the first line and three results";
  }
  put(file_, whole);
  EXPECT_FALSE(read_journal(file_).lost_from);
}

TEST_F(JournalTest, AnInvalidLineInTheMiddleIsRejectedByItsNumber) {
  const std::string whole = killed_after(3);
  const auto last = whole.rfind('\n', whole.size() - 2) + 1;
  EXPECT_NE(refusal(whole.substr(0, last) + "garbage\n\n" + whole.substr(last)).find("line 4 is invalid"),
            std::string::npos);
}

TEST_F(JournalTest, ALaterLineReplacesAnEarlierOne) {
  const Report sample = sample_report();
  Report begun = sample;
  begun.cases = {sample.cases[0], sample.cases[1]};
  Journal journal(file_, begun, {});
  CaseResult amended = sample.cases[0];
  amended.message = "looked at again";
  journal.add(amended);
  const Report read = read_journal(file_).report;
  ASSERT_EQ(read.cases.size(), 2U);
  EXPECT_EQ(read.cases[0].message, "looked at again");
}

TEST_F(JournalTest, RecordsTheProgressOfASoak) {
  {
    Journal journal(file_, sample_report(), {});
    journal.add_progress(10, 3);
    journal.add_progress(25, 7);
  }
  const Report read = read_journal(file_).report;
  EXPECT_EQ(read.run.drawn, 25U);
  EXPECT_EQ(read.run.draws, 7U);
  EXPECT_EQ(read.cases.size(), sample_report().cases.size());
}

TEST_F(JournalTest, KeepsTheDiagnosis) {
  const Report report = report_with_bugs();
  { Journal journal(file_, report, {}); }
  EXPECT_EQ(read_journal(file_).report.bugs, report.bugs);
}

// They decide the exit code, and no case contains them.
TEST_F(JournalTest, KeepsWorkerFailuresAndDefects) {
  const WorkerFailure before{"at its end", 11, 0, "its log"}, during{"while idle", 0, 99, ""};
  Report begun = sample_report();
  begun.worker_failures = {before};
  begun.defects = {"a defect before"};
  {
    Journal journal(file_, begun, {});
    journal.add(during);
    journal.add_defect("a defect during the run");
  }
  const Report read = read_journal(file_).report;
  EXPECT_EQ(read.worker_failures, (std::vector{before, during}));
  EXPECT_EQ(read.defects, (std::vector<std::string>{"a defect before", "a defect during the run"}));
  EXPECT_EQ(read.cases.size(), sample_report().cases.size());
}

TEST_F(JournalTest, RejectsOtherFiles) {
  const std::string whole = killed_after(2);
  for (const std::string& bad :
       {std::string("{}\n"), std::string("[]\n"), std::string("nonsense\n"), std::string("{\"schema\": 1}\n"),
        std::string("{\"schema\": {\"name\": \"wgcts-report\", \"version\": \"1.0\"}}\n"),
        whole + "{\"id\": \"no such case\"}\n", whole + "{\"bugs\": 1}\n", whole + "{\"bugs\": [{}]}\n",
        whole + "{\"drawn\": -1, \"draws\": 1}\n", whole + "{\"drawn\": 1}\n",
        whole + "{\"worker_failure\": 1}\n", whole + "{\"defect\": 1}\n", std::string(1, '\0') + "\n",
        "{\"schema\":{\"name\":\"wgcts-journal\",\"version\":\"2.0\"}}\n" + whole})
    EXPECT_NE(refusal(bad).find("line "), std::string::npos) << bad << refusal(bad);
  EXPECT_FALSE(is_journal(path("nothing")));
  EXPECT_FALSE(is_journal(folder_));
  EXPECT_THROW(read_journal(path("nothing")), std::runtime_error);
  EXPECT_THROW(read_journal(folder_), std::runtime_error);
}

TEST_F(JournalTest, OnlyOneProcessCanWriteIt) {
  Journal journal(file_, sample_report(), {});
  EXPECT_THROW(Journal(file_, sample_report(), {}), std::runtime_error);
  EXPECT_NE(content(file_), "");
}

TEST_F(JournalTest, RejectsAMissingFolder) {
  EXPECT_THROW(Journal(path("no/such/file"), sample_report(), {}), std::runtime_error);
  EXPECT_THROW(Journal(folder_, sample_report(), {}), std::runtime_error);
}

TEST_F(JournalTest, AFullDiskIsAnError) {
  Report begun = sample_report();
  Journal journal(file_, begun, {});
  unlink(file_.c_str());
  symlink("/dev/full", file_.c_str());
  EXPECT_THROW(Journal(file_, begun, {}), std::runtime_error);
}

// The run continues without its journal.
TEST_F(JournalTest, AFullDiskDuringTheRunEndsItWithOneMessage) {
  Report begun = sample_report();
  std::vector<std::string> causes;
  Journal journal(file_, begun, [&](const std::string& cause) { causes.push_back(cause); });
  const std::string before = content(file_);
  rlimit usual{};
  getrlimit(RLIMIT_FSIZE, &usual);
  const rlimit full{before.size(), usual.rlim_max};
  const auto on_excess = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &full);
  journal.add(begun.cases[0]);
  journal.tidy(begun);
  journal.add_progress(1, 2);
  setrlimit(RLIMIT_FSIZE, &usual);
  std::signal(SIGXFSZ, on_excess);
  EXPECT_EQ(causes, std::vector{"cannot write " + file_ + ": File too large"});
  EXPECT_EQ(content(file_), before);
}

TEST_F(JournalTest, IsNotWrittenWithoutAPath) {
  const Report begun = sample_report();
  Journal journal("", begun, {});
  journal.add(begun.cases[0]);
  journal.tidy(begun);
  EXPECT_EQ(files(), 0);
}

TEST_F(JournalTest, ExistsOnlyForRegularFiles) {
  EXPECT_EQ(journal_path(path("x.json")), path("x.json.journal"));
  put(path("x.json"), "");
  EXPECT_EQ(journal_path(path("x.json")), path("x.json.journal"));
  for (const char* none : {"", "-", "/dev/null"}) EXPECT_EQ(journal_path(none), "") << none;
}

}  // namespace
}  // namespace wgcts::reports

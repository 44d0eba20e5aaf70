#include "reports/compare/merge.hpp"

#include "tests/reports/bug_sample.hpp"
#include "tests/reports/refusals.hpp"

namespace wgcts::reports {
namespace {

constexpr const char* files[] = {"a.json", "b.json", "c.json"};

/// A whole run: every fifth case fails.
Report whole_run() {
  Report report = sample_report();
  report.run = {7, "smoke", "--op all,reduce --filter *,-*.half.*", "", "2026-11-21T01:26:00Z", 9, true};
  report.cases.clear();
  const Failure failure = *sample_report().cases[0].failure;
  for (const Case& c : cases_asked_for(report.run))
    report.cases.push_back(report.cases.size() % 5 == 0 ? failure_of(name(c), failure)
                                                        : result_of(name(c), Verdict::Pass));
  report.workers.assign(3, report.workers[0]);
  return report;
}

/// The run in three parts, with the cases dealt out in reverse order.
std::vector<NamedReport> parts_of(const Report& whole) {
  std::vector<NamedReport> parts;
  for (std::size_t k = 0; k < 3; ++k) {
    NamedReport part{files[k], whole};
    part.report.run.shard = std::to_string(k + 1) + "/3";
    part.report.run.seconds = 3;
    part.report.run.started[18] = static_cast<char>('0' + k);
    part.report.workers.resize(1);
    part.report.cases.clear();
    for (std::size_t i = 0; i < whole.cases.size(); ++i)
      if (i % 3 == k) part.report.cases.insert(part.report.cases.begin(), whole.cases[i]);
    parts.push_back(std::move(part));
  }
  return parts;
}

std::string refusal(std::vector<NamedReport> parts, bool allow_gaps = false) {
  return refusal_of([&] { (void)merge_reports(std::move(parts), allow_gaps); });
}

TEST(Merge, TheOrderOfThePartsDoesNotMatter) {
  const Report whole = whole_run();
  auto parts = parts_of(whole);
  do EXPECT_EQ(text_of(merge_reports(parts, false)), text_of(whole));
  while (std::ranges::next_permutation(parts, {}, &NamedReport::file).found);
}

TEST(Merge, ASingleReportIsUnchanged) {
  const Report whole = whole_run();
  EXPECT_EQ(text_of(merge_reports({{"a", whole}}, false)), text_of(whole));
}

TEST(Merge, RejectsGaps) {
  auto parts = parts_of(whole_run());
  parts.pop_back();
  const auto sentence = refusal(parts);
  const Report merged = merge_reports(parts, true);
  ASSERT_EQ(merged.cases.size(), whole_run().cases.size());
  const auto missing = std::ranges::find(merged.cases, Verdict::NotRun, &CaseResult::verdict);
  ASSERT_NE(missing, merged.cases.end());
  EXPECT_NE(missing->message, "");
  EXPECT_TRUE(sentence.starts_with("no report contains " + name(missing->the_case) + " and ")) << sentence;
  EXPECT_EQ(outcome_of(merged), Outcome::Fail) << "a missing case is not a pass";
}

TEST(Merge, RejectsPartsOfAnotherRun) {
  const std::initializer_list<std::pair<const char*, void (*)(NamedReport&)>> others{
      {"tool", [](NamedReport& p) { p.report.tool = "0.2.0 (def)"; }},
      {"seed", [](NamedReport& p) { p.report.run.seed = 8; }},
      {"profile", [](NamedReport& p) { p.report.run.profile = "full"; }},
      {"selection", [](NamedReport& p) { p.report.run.selection = "--op all"; }},
      {"device/name", [](NamedReport& p) { p.report.device.name = "another"; }},
      {"device/driver", [](NamedReport& p) { p.report.device.driver = "6.1"; }},
      {"device/support/half/yes", [](NamedReport& p) { p.report.device.half.yes = true; }},
      {"device/extensions", [](NamedReport& p) { p.report.device.extensions = {"cl_khr_fp16"}; }},
      {"device/limits/local_memory", [](NamedReport& p) { p.report.device.local_memory = 1; }},
  };
  for (const auto& [what, change] : others) {
    auto parts = parts_of(whole_run());
    change(parts[1]);
    const auto start = std::string("b.json is not a part of the same run as a.json: ") + what + " is ";
    for (const bool allow_gaps : {false, true})
      EXPECT_TRUE(refusal(parts, allow_gaps).starts_with(start)) << refusal(parts, allow_gaps);
  }
}

TEST(Merge, AcceptsBoardsOfTheSameKind) {
  auto parts = parts_of(whole_run());
  parts[1].report.device.index = 3;
  parts[1].report.device.hardware = "uuid 00112233445566778899aabbccddeeff";
  parts[1].report.device.global_memory = 12345;
  EXPECT_EQ(refusal(parts), "");
}

TEST(Merge, OverlapsMustAgree) {
  const Report whole = whole_run();
  auto parts = parts_of(whole);
  parts[1].report.cases.push_back(whole.cases[0]);
  parts[1].report.cases.back().seconds = 5;
  EXPECT_EQ(text_of(merge_reports(parts, false)), text_of(whole));

  auto clause = parts;
  clause[1].report.cases.back().failure->clause = "WGC.PR.3";
  EXPECT_EQ(refusal(clause),
            "a.json and b.json disagree on all.int.1d.33.chain: fail WGC.PR.1 and fail WGC.PR.3");
  parts[1].report.cases.back() = result_of("all.int.1d.33.chain", Verdict::Pass);
  EXPECT_NE(refusal(parts), "");
  EXPECT_NE(refusal(parts, true), "");
}

TEST(Merge, MergesEqualBugs) {
  Report whole = whole_run();
  std::vector<std::string> failing;
  for (std::size_t i = 0; i < whole.cases.size(); i += 5) failing.push_back(name(whole.cases[i].the_case));
  whole.bugs = {bug_of({"inverted"}, {}, "opposites", failing)};
  link_bugs(whole);
  auto parts = parts_of(whole);
  for (NamedReport& part : parts) {
    std::vector<std::string> held;
    for (const CaseResult& result : part.report.cases)
      if (result.failure) held.push_back(name(result.the_case));
    part.report.bugs = {bug_of({"inverted"}, {}, "opposites", held)};
    link_bugs(part.report);
  }
  EXPECT_EQ(text_of(merge_reports(parts, false)), text_of(whole));
}

// A resumed run: the second part ran the cases that the first did not.
TEST(Merge, NotRunGivesWay) {
  const Report whole = whole_run();
  Report stopped = whole;
  stopped.run.complete = false;
  stopped.run.interrupted = true;
  for (std::size_t i = 4; i < stopped.cases.size(); ++i)
    stopped.cases[i] = result_of(name(stopped.cases[i].the_case), Verdict::NotRun);
  Report rest = whole;
  rest.cases.erase(rest.cases.begin(), rest.cases.begin() + 4);
  for (auto&& parts : {std::vector<NamedReport>{{"a", stopped}, {"b", rest}},
                       std::vector<NamedReport>{{"b", rest}, {"a", stopped}}}) {
    const Report merged = merge_reports(parts, false);
    EXPECT_TRUE(merged.run.complete);
    EXPECT_EQ(outcome_of(merged), outcome_of(whole));
    for (std::size_t i = 0; i < whole.cases.size(); ++i)
      EXPECT_EQ(merged.cases[i].verdict, whole.cases[i].verdict);
  }
  EXPECT_FALSE(merge_reports({{"a", stopped}}, false).run.complete);
}

TEST(Merge, RejectsCasesOutsideOfTheSelection) {
  auto parts = parts_of(whole_run());
  parts[2].report.cases.push_back(result_of("any.int.1d.33.chain", Verdict::Pass));
  EXPECT_EQ(refusal(parts), "c.json: any.int.1d.33.chain is not in its profile and selection");
  EXPECT_EQ(merge_reports(parts, true).cases.back().the_case.builtin->name, "any");
}

TEST(Merge, RejectsUnknownProfilesAndSelections) {
  for (const auto& [profile, selection] :
       std::initializer_list<std::pair<const char*, const char*>>{{"soak", ""},
                                                                  {"", ""},
                                                                  {"smoke", "--op"},
                                                                  {"smoke", "--what all"},
                                                                  {"smoke", "--op sum"},
                                                                  {"smoke", "--filter"},
                                                                  {"smoke", " "}}) {
    Report report = whole_run();
    report.run.profile = profile;
    report.run.selection = selection;
    EXPECT_TRUE(refusal({{"a", report}}).starts_with("a: ")) << profile << selection;
    EXPECT_EQ(merge_reports({{"a", report}}, true).cases.size(), report.cases.size());
  }
}

}  // namespace
}  // namespace wgcts::reports

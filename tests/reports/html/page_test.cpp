// The page as text; tests/reports/html/page_test.py tests it in a browser.
#include "reports/html/page.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "tests/reports/bug_sample.hpp"
#include "tests/reports/folder.hpp"
#include "tests/reports/hostile.hpp"

namespace wgcts::reports {
namespace {

constexpr std::size_t largest_page = 5'000'000;

bool has(const std::string& text, std::string_view what) { return text.find(what) != std::string::npos; }

std::multiset<std::string> all_of(const std::string& text, const char* expression) {
  const std::regex regex(expression);
  std::multiset<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match)
    found.insert((*match)[1]);
  return found;
}

TEST(Html, ContainsTheMainFacts) {
  auto report = sample_report();
  report.cases[0].failure->wrong = 64;
  report.cases[0].failure->wrong_runs = {{0, 63}};
  report.cases[0].failure->lanes = {{0, {"1", "1"}, {"non-zero", "1"}, {"0", "0"}}};
  report.cases[5].data_reduced = 4096;
  const auto page = written(html_text, report);
  for (const char* words :
       {"<title>fail: cpu-haswell - wgcts</title>", "<span class=\"tag bad\">fail</span> cpu-haswell",
        "<h3>work_group_all of int: 64 of 64 lanes are wrong</h3>", "<strong>WGC.PR.1</strong>",
        "work_group_all is non-zero if the predicate is non-zero for all work-items.",
        "wgcts run --filter all.int.1d.64.chain --seed 7", "64 of 64 lanes are wrong",
        "<dt>Example</dt><dd>all.int.1d.64.chain: 64 of 64 lanes wrong; lane 0: input 1, expected non-zero",
        "The example: 64 of 64 lanes wrong: 0-63</p>", "<caption>The first 1 of 64 wrong lanes",
        "<tr><th scope=row>0<td>1<td>non-zero<td>0", "undefined symbol: __pocl_work_group_alloca",
        "<a href=\"#all.int.1d\"", "no cl_khr_fp16", "<li>pass scan_inclusive_add.double.1d.64.chain",
        "<p>1 case was tested with less data than planned"})
    EXPECT_TRUE(has(page, words)) << words;
}

TEST(Html, EveryLinkHasATargetAndAnchorsAreUnique) {
  for (const auto& report : {sample_report(), large_report(3000, 1500, "text", false), report_with_bugs()}) {
    const auto page = written(html_text, report);
    const auto ids = all_of(page, " id=\"?([^\" >]+)");
    for (const auto& id : ids) EXPECT_EQ(ids.count(id), 1U) << id;
    for (const auto& target : all_of(page, " href=\"?#([^\" >]+)"))
      EXPECT_TRUE(ids.contains(target)) << target;
  }
}

class HtmlBugs : public FolderTest {
 protected:
  std::string page(const Report& report) const { return written(html_text, report); }
};

TEST_F(HtmlBugs, EachHasACard) {
  Report report = report_with_bugs();
  const std::string text = page(report);
  const std::string id = report.bugs[0].signature;
  for (const std::string& words :
       {"<details class=\"finding bad\" id=\"bug-" + id + "\" open>",
        std::string("<h3>every lane counts twice in a reduction inside a branch</h3>"),
        std::string("<dt>Cause</dt><dd>lanes_doubled set=all where form=branch</dd>"),
        std::string("<dt>Nearest passing case</dt><dd>reduce_add.int.1d.4.chain passes: form chain instead "
                    "of branch</dd>"),
        std::string("The smallest failing case: 4 of 4 lanes wrong: 0-3</p>"),
        std::string("<tr><th scope=row>3<td>1<td>4<td>8"),
        std::string("wgcts run --filter reduce_add.int.1d.4.branch --seed 7"), "bug " + id + ", 3 cases",
        "<a href=\"#bug-" + id + "\">", std::string(">bug 1<small>"),
        std::string("Failures that no bug explains")})
    EXPECT_TRUE(has(text, words)) << words;
  EXPECT_FALSE(has(page(sample_report()), "Failures that no bug explains"));
  EXPECT_FALSE(has(page(sample_report()), "most specific bug"));
  EXPECT_FALSE(has(page(sample_report()), "Write a short C program"));
}

TEST_F(HtmlBugs, CorrectLanesAreNotMarked) {
  Report report = report_with_bugs();
  report.bugs[0].minimal->wrong = {{1, 1}, {3, 3}};
  const std::string text = page(report);
  EXPECT_TRUE(has(text, "<tr class=right><th scope=row>0<td>"));
  EXPECT_TRUE(has(text, "<tr><th scope=row>1<td>"));
  EXPECT_TRUE(has(text, "<tr class=right><th scope=row>2<td>"));
  EXPECT_TRUE(has(text, "2 of 4 lanes wrong: 1, 3</p>"));
}

TEST_F(HtmlBugs, WithoutAProgramTheKernelAndACommandAreShown) {
  Report report = report_with_bugs();
  report.bugs[0].reproducer.clear();
  const std::string text = page(report);
  EXPECT_TRUE(has(text, "<summary>The kernel of reduce_add.int.1d.4.branch, in OpenCL C</summary>"));
  EXPECT_TRUE(has(text, "__kernel void branch_int_reduce_add(__global const int *in"));
  EXPECT_TRUE(has(text, "reproduce reduce_add.int.1d.4.branch -o " + report.bugs[0].signature + ".c"));
}

// The page may be published, so it must not contain other files of this machine.
TEST_F(HtmlBugs, ContainsTheTextOfReproducersOnly) {
  Report report = report_with_bugs();
  put(path("bug.c"), "int main(void) { return 1 < 2; }\n");
  report.bugs[0].reproducer = path("bug.c");
  EXPECT_TRUE(has(page(report), "<pre><code>int main(void) { return 1 &lt; 2; }\n</code></pre>"));
  put(path("secret"), "secret words");
  std::filesystem::create_directory(path("folder.c"));
  put(path("long.c"), std::string(40000, 'x'));
  for (const std::string& other : {path("secret"), path("folder.c"), path("long.c"), path("nothing.c")}) {
    report.bugs[0].reproducer = other;
    EXPECT_FALSE(has(page(report), "<summary>Source</summary>")) << other;
    EXPECT_TRUE(has(page(report), "wgcts run --filter reduce_add.int.1d.4.branch")) << other;
  }
}

TEST_F(HtmlBugs, ThePageStaysSmallWithManyBugs) {
  Report report = large_report(10000, 5000, "text", true);
  std::vector<std::string> names;
  for (const CaseResult& result : report.cases)
    if (result.failure) names.push_back(name(result.the_case));
  const Bug pattern = report_with_bugs().bugs[0];
  for (std::size_t i = 0; i < 200; ++i) {
    report.bugs.push_back(pattern);
    report.bugs[i].signature = fmt::format("{:08x}", i);
    report.bugs[i].cases = names;
    report.bugs[i].sentence = hostile_text;
    report.bugs[i].minimal->lanes.assign(4, {0, {hostile_text, ""}, {hostile_text, ""}, {hostile_text, ""}});
  }
  const std::string text = page(report);
  EXPECT_LT(text.size(), largest_page);
  EXPECT_TRUE(has(text, "The JSON report has 100 more bugs"));
  EXPECT_FALSE(has(text, "<img"));
}

TEST(Html, LoadsNothing) {
  const auto page = written(html_text, sample_report());
  EXPECT_TRUE(all_of(page, "(src=|@import|https?:|//[a-z]+\\.)").empty());
  EXPECT_TRUE(has(page, "default-src 'none'"));
}

TEST(Html, EscapesTexts) {
  const auto page = written(html_text, large_report(60, 20, hostile_text, true));
  EXPECT_EQ(all_of(page, "<(script)").size(), 1U) << "the page's own";
  for (const char* markup : {"<img", "\" onclick", "\x1b", "\x01", "\xff", "\xEF\xBF\xBF"})
    EXPECT_FALSE(has(page, markup)) << markup;
  EXPECT_TRUE(has(page, "&lt;/script&gt;"));
}

TEST(Html, StaysSmallWithManyFailures) {
  for (const auto& [failing, apart, text] : std::initializer_list<std::tuple<std::size_t, bool, std::string>>{
           {0, false, std::string(2000, '<')},
           {500, false, hostile_text},
           {500, true, std::string(2000, '<')},
           {10000, false, std::string(2000, '<')},
           {10000, true, hostile_text}}) {
    const auto page = written(html_text, large_report(10000, failing, text, apart));
    EXPECT_LT(page.size(), largest_page) << failing << " failing, " << (apart ? "apart" : "alike");
    std::size_t lines = 0;
    for (auto at = page.find("<li>"); at != std::string::npos; at = page.find("<li>", at + 1))
      lines += page.compare(at + 4, 5, "pass ") == 0 || page.compare(at + 4, 3, "<b ") == 0;
    EXPECT_EQ(lines, 10000U);
  }
}

TEST(Html, WithoutCasesOrDevice) {
  const auto page = written(html_text, Report{});
  EXPECT_TRUE(has(page, "nothing judged"));
  EXPECT_FALSE(has(page, "{{"));
}

}  // namespace
}  // namespace wgcts::reports

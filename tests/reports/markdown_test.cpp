#include <gtest/gtest.h>

#include "reports/formats.hpp"
#include "reports/model/json.hpp"
#include "suites/parse.hpp"
#include "tests/reports/bug_sample.hpp"
#include "tests/reports/hostile.hpp"

namespace wgcts::reports {
namespace {

TEST(Markdown, BugsComeFirst) {
  const Report report = report_with_bugs();
  const auto text = written(markdown_text, report);
  const auto bugs =
      text.find("### Bugs\n\n- **bug <code>" + report.bugs[0].signature + "</code>** <code>every lane");
  const auto rest = text.find(
      "### Failures that no bug explains\n\n- **fail** <code>work&#95;group&#95;scan&#95;inclusive");
  ASSERT_NE(bugs, std::string::npos) << text;
  ASSERT_NE(rest, std::string::npos) << text;
  EXPECT_LT(bugs, text.find("```"));
  EXPECT_LT(text.find("```"), rest);
  EXPECT_NE(
      text.find(
          "  \n  rerun: <code>wgcts run --filter reduce&#95;add&#46;int.1d.4&#46;branch --seed 7</code>\n"),
      std::string::npos);
  EXPECT_EQ(text.find("- **crash**"), std::string::npos) << "a bug explains it";
}

TEST(Markdown, BugsLeaveRoomForOtherFailures) {
  Report report = large_report(3000, 1500, hostile_text, true);
  for (std::size_t i = 0; i < 200; ++i) {
    report.bugs.push_back(report_with_bugs().bugs[0]);
    report.bugs.back().signature = fmt::format("{:08x}", i);
    report.bugs.back().sentence = hostile_text;
    report.bugs.back().cases = {name(report.cases[1].the_case)};
  }
  link_bugs(report);
  const auto text = written(markdown_text, report);
  EXPECT_LE(text.size(), longest_markdown);
  EXPECT_NE(text.find(" more bugs\n"), std::string::npos);
  EXPECT_NE(text.find("### Failures that no bug explains"), std::string::npos);
}

TEST(Markdown, Golden) {
  auto text = written(markdown_text, sample_report());
  const auto footer = text.find(version_text());
  ASSERT_NE(footer, std::string::npos);
  text.resize(footer);
  EXPECT_EQ("\n" + text, R"(
## wgcts: fail

5 cases fail.

<code>cpu-haswell</code> — <code>OpenCL 3.0 PoCL</code>, driver <code>6.0</code>

| cases | pass | fail | crash | skip |
|---:|---:|---:|---:|---:|
| 8 | 1 | 3 | 2 | 2 |

```
                    half    int     double
all                         F F -
scan_inclusive_add  s s -           C - F
1, 2 and 3 dimensions, with the worst verdict of each:  F fail  C crash  s skip  - no case
```

### Failures

- **fail** <code>work&#95;group&#95;all of int: 64 of 64 lanes are wrong</code>  
  extent: <code>all; int; 1d, 2d; chain: 2 of 3 cases</code>  
  clause: <code>WGC&#46;PR.1: work&#95;group&#95;all is non-zero if the predicate is non-zero for all work-items. (OpenCL C 3.1.1, Work-group Collective Functions (OpenCL&#95;C&#46;txt&#35;work-group-functions))</code>  
  example: <code>all&#46;int.1d.64&#46;chain: 64 of 64 lanes are wrong</code>  
  rerun: <code>wgcts run --filter all&#46;int.1d.64&#46;chain --seed 7</code>
- **fail** <code>work&#95;group&#95;scan&#95;inclusive&#95;add of double: 60 of 60 lanes are wrong: answers like NaN</code>  
  extent: <code>scan&#95;inclusive&#95;add; double; 3d; solo: 1 of 1 case</code>  
  clause: <code>WGC&#46;FP.2: Addition and multiplication are correctly rounded; results may be computed in extra precision and then rounded. (OpenCL C 3.1.1, Relative Error as ULPs (OpenCL&#95;C&#46;txt&#35;relative-error-as-ulps); OpenCL C 3.1.1, Rounding Modes (OpenCL&#95;C&#46;txt&#35;rounding-modes-1))</code>  
  example: <code>scan&#95;inclusive&#95;add&#46;double.3d.4x3x5&#46;solo&#46;offset: 60 of 60 lanes are wrong: answers like NaN</code>  
  rerun: <code>wgcts run --filter scan&#95;inclusive&#95;add&#46;double.3d.4x3x5&#46;solo&#46;offset --seed 7</code>
- **crash** <code>killed by signal 6</code>  
  extent: <code>every builtin; every type; 1d; chain: 2 of 4 cases</code>  
  clause: <code>WGC&#46;LA.2: A kernel without undefined behaviour ends with CL&#95;COMPLETE, and none of its calls ends the host program. (OpenCL API 3.1.1, Event Objects (api&#47;opencl&#95;runtime&#95;layer&#46;asciidoc&#35;event-objects); OpenCL API 3.1.1, Execution of Kernel-instances (api&#47;opencl&#95;architecture&#46;asciidoc&#35;&#95;execution&#95;of&#95;ke&#46;&#46;.</code>  
  example: <code>all&#46;int.1d.1&#46;chain: killed by signal 6</code>  
  log: <code>undefined symbol: &#95;&#95;pocl&#95;work&#95;group&#95;alloca</code>  
  rerun: <code>wgcts run --filter all&#46;int.1d.1&#46;chain --seed 7</code>

<details><summary>Skipped</summary>

| cases | query | answer |
|---:|---|---|
| 2 | <code>CL&#95;DEVICE&#95;EXTENSIONS</code> | <code>no cl&#95;khr&#95;fp16</code> |

</details>

)");
}

TEST(Markdown, ReportsLessDataThanPlanned) {
  Report report = sample_report();
  report.cases[5].data_reduced = 4096;
  const std::string text = written(markdown_text, report);
  EXPECT_NE(text.find("1 case was tested with less data"), std::string::npos);
}

TEST(Markdown, StaysShortWithManyFailures) {
  for (const auto& text : {std::string(9000, '|'), std::string(9000, 'x'), hostile_text}) {
    for (const bool apart : {false, true})
      EXPECT_LT(written(markdown_text, large_report(2000, 2000, text, apart)).size(), longest_markdown);
    auto skips = large_report(1000, 0, "", false);
    for (std::size_t i = 0; i < skips.cases.size(); ++i)
      skips.cases[i] = skip_of(name(skips.cases[i].the_case), text + std::to_string(i), text);
    EXPECT_LT(written(markdown_text, skips).size(), longest_markdown);
  }
}

TEST(Markdown, CountsTheGroupsThatAreLeftOut) {
  const auto text = written(markdown_text, large_report(2000, 2000, std::string(300, 'x'), true));
  EXPECT_NE(text.find(" more groups of failures, "), std::string::npos);
}

TEST(Markdown, EscapesTexts) {
  const auto text = written(markdown_text, large_report(50, 10, hostile_text, true));
  for (const char* markup : {"<script", "<img", "](", "http://", "www.", "@", "[a]", "\x1b", "\x01", "\xff"})
    EXPECT_EQ(text.find(markup), std::string::npos) << markup;
  for (const auto line : split(text, '\n'))
    if (line.starts_with("| ") && line.find("<code>") != std::string::npos) {
      EXPECT_EQ(std::ranges::count(line, '|'), 4) << line;
      EXPECT_EQ(line.find('`'), std::string::npos) << line;
    }
}

// The command line contains the command, launcher and driver path of a report, which may be untrusted.
TEST(Markdown, EscapesCommands) {
  Report failures = sample_report(), bugs = report_with_bugs();
  for (Report* report : {&failures, &bugs}) {
    RunSegment segment;
    segment.command = {"./wgcts\n- x"};
    segment.launcher = hostile_text;
    segment.environment = {{"OCL_ICD_VENDORS", "`<img>"}};
    report->run.segments = {segment};
    const auto text = written(markdown_text, *report);
    std::size_t commands = 0;
    for (const auto line : split(text, '\n')) {
      EXPECT_FALSE(line.starts_with("- x")) << line;
      if (line.find("rerun: ") == std::string::npos) continue;
      ++commands;
      EXPECT_TRUE(line.starts_with("  rerun: <code>OCL&#95;ICD&#95;VENDORS=&#39;&#96;&#60;img&#62;&#39; "))
          << line;
      for (const char* markup :
           {"`", "<script", "<img", "](", "http://", "www.", "@", "\x1b", "\x01", "\xff"})
        EXPECT_EQ(line.find(markup), std::string::npos) << markup;
    }
    EXPECT_GE(commands, 2U);
  }
}

TEST(Markdown, WithoutADevice) {
  const auto text = written(markdown_text, Report{});
  EXPECT_NE(text.find("## wgcts: nothing judged"), std::string::npos);
  EXPECT_NE(text.find("No device was tested"), std::string::npos);
}

}  // namespace
}  // namespace wgcts::reports

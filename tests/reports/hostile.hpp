// Reports with hostile texts and many failures.
#pragma once

#include <fmt/format.h>

#include "suites/plan.hpp"
#include "tests/reports/sample.hpp"

namespace wgcts::reports {

/// Text that breaks out of tables, tags, attributes, code and XML unless it is escaped.
inline const std::string hostile_text =
    "</script><script>window.broken=1</script> <img src=x onerror=window.broken=1> \" onclick=\"broken ' | ` "
    "``` @someone "
    "[a](http://b) http://c www.d.e ]]> --> {{script}} \x1b[31m \x01 \xff \xEF\xBF\xBF end";

/// A report with `count` cases, of which `failing` fail with as much `text` as a report may contain. With
/// `apart`, every failure is in its own group.
inline Report large_report(std::size_t count, std::size_t failing, const std::string& text, bool apart) {
  Report report = sample_report();
  report.cases.clear();
  report.device.name = report.device.version = report.device.driver = report.device.platform = text;
  const auto cases = plan(Profile::Full);
  for (std::size_t i = 0; i < count; ++i) {
    CaseResult result;
    result.the_case = cases[i % cases.size()];
    result.verdict = i * failing / count != (i + 1) * failing / count ? Verdict::Fail : Verdict::Pass;
    if (result.verdict == Verdict::Fail) {
      result.failure = Failure{};
      Failure& f = *result.failure;
      f.check = text;
      f.clause = "WGC.RD.1";
      f.local_size = {256, 1, 1};
      f.input = f.expected = f.got = {text.substr(0, 100), text.substr(0, 20)};
      f.message = (apart ? std::string(1 + i % 97, 'a') + std::string(i / 97 % 97, 'b') : "") + text;
      f.wrong = 128;
      for (std::size_t lane = 0; lane < 256; lane += 2) f.wrong_runs.push_back({lane, lane});
      for (std::size_t lane = 0; lane < 128; lane += 2) f.lanes.push_back({lane, f.input, f.expected, f.got});
      if (i < 2000) result.log = text + "\n" + std::string(8000, 'l');
    } else if (i % 7 == 0) {
      result.verdict = Verdict::Skip;
      result.reason = Reason{text, text};
    }
    report.cases.push_back(std::move(result));
  }
  return report;
}

template <class TextFunction>
std::string written(TextFunction text, const Report& report) {
  std::string all;
  text(report, [&](std::string_view piece) { all += piece; });
  return all;
}

}  // namespace wgcts::reports

// The report in the formats of other programs.
#pragma once

#include <string>

#include "reports/model/report.hpp"
#include "reports/model/text.hpp"

namespace wgcts::reports {

/// JUnit XML: a suite for each family, a test case for each case. Wrong results are failures, and cases
/// without a result are errors. Good verdicts other than pass are skipped, with a reason. The XML is valid
/// even if the driver printed invalid bytes.
void junit_text(const Report& report, const TextSink& sink);

/// The maximum size of markdown_text() in bytes, however many cases fail. Job pages and comments allow about
/// 64 KiB.
inline constexpr std::size_t longest_markdown = 60 * 1024;

/// Markdown for a pull request or a CI job page: verdict, device, counts, bugs, matrix, other failures by
/// group, skips. Driver texts are escaped, so that they cannot break tables, add HTML or links, or mention
/// users.
void markdown_text(const Report& report, const TextSink& sink);

/// A bug as a Markdown text that can be filed as an issue with the driver's maintainers: title, driver,
/// expected and observed results, the rule with its citation, the nearest passing program, the main line of
/// the driver's log, and a program. `c_program` is the text of the bug's C program; if it is empty, the
/// reduced program's OpenCL C is used, if there is one. Driver texts are in code blocks, so that they are not
/// interpreted as Markdown.
std::string issue_text(const Report& report, const Bug& bug, const std::string& c_program);

}  // namespace wgcts::reports

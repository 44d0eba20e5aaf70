// A bug as a Markdown text that can be filed as an issue with the driver's maintainers.
#pragma once

#include <string>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// Title, driver, expected and observed results, the rule with its citation, the nearest passing program, the
/// main line of the driver's log, and a program. `c_program` is the text of the bug's C program; if it is
/// empty, the reduced program's OpenCL C is used, if there is one. Driver texts are in code blocks, so that
/// they are not interpreted as Markdown.
std::string issue_text(const Report& report, const Bug& bug, const std::string& c_program);

}  // namespace wgcts::reports

// A bug as a text that can be filed with its driver's maintainers: Markdown, at most a page beside the
// program.
#pragma once

#include <string>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// Title, driver and versions, what must come and what came, the rule with its citation, the nearest program
/// that passes, the first telling line of the driver's log, and a program. `c_program` is the text of the
/// bug's C program; where it is empty the reduced program's OpenCL C stands in its place, where there is one.
/// All that the driver said stands in code blocks, so that it cannot be read as Markdown.
std::string issue_text(const Report& report, const Bug& bug, const std::string& c_program);

}  // namespace wgcts::reports

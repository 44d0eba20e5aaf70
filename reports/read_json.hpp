// The report from JSON: the inverse of reports/json.hpp.
#pragma once

#include <string>

#include "reports/report.hpp"

namespace wgcts {

/// The report in a file, "-" for standard input. Throws std::runtime_error with one sentence for anything
/// that is not one. Members that newer 1.x versions may have added are ignored.
Report read_report(const std::string& path);

}  // namespace wgcts

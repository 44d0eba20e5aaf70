// Facts about this process and its machine, for the report.
#pragma once

#include "cli/options/options.hpp"
#include "reports/model/report.hpp"

namespace wgcts::cli {

/// The run segment of this process.
RunSegment this_segment(const Options& options, std::string started);

/// A report without cases for this process and device, for functions that format command lines.
Report report_of(const Options& options, const DeviceFacts& device);

}  // namespace wgcts::cli

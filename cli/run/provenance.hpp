// What this process and its machine are, for the report.
#pragma once

#include "cli/options/options.hpp"
#include "reports/model/leg.hpp"
#include "reports/model/report.hpp"

namespace wgcts::cli {

/// The leg that begins now.
Leg this_leg(const Options& options, std::string started);

/// A report of that leg without a case, on this device: what the command lines of reports are made of.
Report report_of(const Options& options, const DeviceFacts& device);

}  // namespace wgcts::cli

// What this process and its machine are, for the report.
#pragma once

#include "cli/options/options.hpp"
#include "reports/model/leg.hpp"

namespace wgcts::cli {

/// The leg that begins now.
Leg this_leg(const Options& options, std::string started);

}  // namespace wgcts::cli

// Merges reports that share a selection.
#pragma once

#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// Gives the report of a single run over all parts, except for times: `seconds` is the sum, `started` the
/// earliest. Cases are in plan order. add_bugs() merges the bugs. A case may be in several parts if verdict
/// and broken clause agree. Any verdict replaces not_run. Throws std::runtime_error, with the file's name, if
/// tool, device, seed, profile or selection differ from the first part, if parts disagree on a case, or if
/// the cases of the parts are not those of the plan. Index, memory and compute units of the device may
/// differ, because they differ between boards of the same kind. With `allow_gaps`, cases that are in no part
/// become not_run, and cases outside of the plan are kept at the end.
Report merge_reports(std::vector<NamedReport> parts, bool allow_gaps);

}  // namespace wgcts::reports

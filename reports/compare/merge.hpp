// One report of several that share a selection.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// A report to be merged.
struct MergePart {
  std::string file;  ///< what messages call it
  std::string tool;  ///< version and commit of the program that wrote it
  Report report;
};

/// The report that one run would have given, but for times: `seconds` is the sum, `started` the first of all.
/// Cases stand in plan order; bugs of several parts are one as add_bugs() says. A case may be in several
/// parts if they agree in verdict and broken clause; not_run gives way to any verdict. Throws
/// std::runtime_error, with a sentence that names the file, where tool, device (but for its index, memory and
/// compute units, in which boards of a kind differ), seed, profile or selection are others than the first
/// part's, where parts disagree, and where the plan's cases and those of the parts are not the same. With
/// `allow_gaps` cases that no part holds become not_run, and cases that the plan does not have are kept, at
/// the end.
Report merge_reports(std::vector<MergePart> parts, bool allow_gaps);

}  // namespace wgcts::reports

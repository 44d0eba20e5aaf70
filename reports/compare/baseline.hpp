// What is known to fail, so that only what is new turns a run red.
#pragma once

#include <string>
#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// A line of a baseline.
struct KnownFailure {
  std::string cases;              ///< a case's name, or a glob over names
  std::vector<Verdict> verdicts;  ///< what they may come to; with Pass among them they may pass too
  std::string reason;             ///< why
  std::string bug;                ///< where that is filed; may be empty
};

struct Baseline {
  std::string about;  ///< what it is a baseline of: free text
  std::vector<KnownFailure> lines;
};

/// Whether a line is about the case of that name.
bool is_about(const KnownFailure& line, const std::string& case_name);

/// Marks what the baseline lists. A case that failed as some line about it says becomes expected_fail; one
/// that passed, though no line about it allows that, unexpected_pass, or stays pass with
/// `allow_unexpected_pass`. Both carry the line's reason. Another kind of failure than the lines name stays
/// what it is; so do skip and not_run. What another baseline had marked is judged anew.
void apply(const Baseline& baseline, bool allow_unexpected_pass, Report& report);

}  // namespace wgcts::reports

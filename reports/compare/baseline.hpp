// What is known to fail, so that only what is new turns a run red.
#pragma once

#include <string>
#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// A line of a baseline.
struct KnownFailure {
  std::string cases;                   ///< a case's name, or a glob over names
  std::vector<Verdict> verdicts;       ///< what they may come to; with Pass among them they may pass too
  std::string reason;                  ///< why
  std::string bug;                     ///< where that is filed; may be empty
  std::vector<std::string> clauses{};  ///< the rules that a fail may break; empty for any
  std::vector<std::string>
      checks{};             ///< globs over the checks that may see it, without "@site"; empty for any
  std::string driver{};     ///< a glob over the driver's version; empty for all of the file's
  std::string expires{};    ///< the last day on which it holds, "2027-01-31"; empty for ever
  std::string signature{};  ///< of a bug, in place of `cases`: the line is about all cases that it explains
  bool operator==(const KnownFailure&) const = default;
};

/// Which drivers a baseline is for: globs over CL_PLATFORM_NAME and CL_DRIVER_VERSION. Empty where the file
/// does not say.
struct DriverPattern {
  std::string platform, version;
  bool operator==(const DriverPattern&) const = default;
};

struct Baseline {
  std::string about;  ///< what it is a baseline of: free text
  std::vector<KnownFailure> lines;
  DriverPattern driver{};
};

/// Why the baseline says nothing of this device: a sentence's end, or nothing where it was made for its
/// driver.
std::string why_not_for(const Baseline& baseline, const DeviceFacts& device);

/// Patterns that match this device's driver and no other.
DriverPattern pattern_of(const DeviceFacts& device);

/// The lines that no longer hold on that day, as "2027-01-31".
std::vector<KnownFailure> expired(const Baseline& baseline, const std::string& today);

/// Whether a line is about the case of that name.
bool is_about(const KnownFailure& line, const std::string& case_name);

/// The lines about bugs that the report does not tell of, though it would: another may have taken their
/// place.
std::vector<KnownFailure> unseen_bugs(const Baseline& baseline, const Report& report);

/// Marks what the baseline lists. A case that failed as some line about it says becomes expected_fail; one
/// that passed, though no line about it allows that, unexpected_pass, or stays pass with
/// `allow_unexpected_pass`. A line that has expired `today`, or is of another driver version, is not there;
/// one that names clauses or checks is about no fail that breaks another rule, or that another check saw
/// first. Lines about bugs cover a case if each of the bugs that explain it has one. Both carry the line's
/// reason. Another kind of failure than the lines name stays what it is; so do
/// skip and not_run. What another baseline had marked is judged anew.
void apply(const Baseline& baseline, bool allow_unexpected_pass, Report& report,
           const std::string& today = {});

}  // namespace wgcts::reports

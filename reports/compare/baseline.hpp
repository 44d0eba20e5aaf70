// Baselines: known failures, which do not fail a run.
#pragma once

#include <string>
#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::reports {

struct KnownFailure {
  std::string cases;                   ///< a case's name, or a glob over names
  std::vector<Verdict> verdicts;       ///< the expected verdicts; with Pass, the cases may also pass
  std::string reason;                  ///< why the cases fail
  std::string bug;                     ///< a link to the bug report; may be empty
  std::vector<std::string> clauses{};  ///< the rules that a fail may break; empty for any
  std::vector<std::string> checks{};  ///< globs over the checks that may fail, without "@site"; empty for any
  std::string driver{};     ///< a glob over the driver's version; empty for all versions of the file's driver
  std::string expires{};    ///< the last valid day, "2027-01-31"; empty for no limit
  std::string signature{};  ///< of a bug, instead of `cases`: the line is about all cases of the bug
  bool operator==(const KnownFailure&) const = default;
};

/// The drivers that a baseline is for: globs over CL_PLATFORM_NAME and CL_DRIVER_VERSION. Empty if the file
/// names none.
struct DriverPattern {
  std::string platform, version;
  bool operator==(const DriverPattern&) const = default;
};

struct Baseline {
  std::string about;  ///< a description: free text
  std::vector<KnownFailure> lines;
  DriverPattern driver{};
};

/// The reason why the baseline is not for this device, as the end of a sentence. Empty if it is for the
/// device.
std::string why_not_for(const Baseline& baseline, const DeviceFacts& device);

/// Patterns that match only this device's driver.
DriverPattern pattern_of(const DeviceFacts& device);

/// The lines that have expired on the day `today`, such as "2027-01-31".
std::vector<KnownFailure> expired(const Baseline& baseline, const std::string& today);

/// The lines about bugs that the report does not contain, although it lists bugs.
std::vector<KnownFailure> unseen_bugs(const Baseline& baseline, const Report& report);

/// Applies the baseline to the report. A failure that a line expects becomes expected_fail. A listed case
/// that passes, although no line allows it, becomes unexpected_pass, or stays pass with
/// `allow_unexpected_pass`. Both get the line's reason. Other failures, skip and not_run do not change. Lines
/// are ignored if they have expired on the day `today`, or are for another driver version. A line with
/// clauses or checks expects only failures of these clauses and checks. Lines about bugs cover a case if
/// every bug of the case has a line. The effect of an earlier baseline is undone first.
void apply(const Baseline& baseline, bool allow_unexpected_pass, Report& report,
           const std::string& today = {});

/// Reads a baseline; "-" is standard input. Throws std::runtime_error for an invalid file, for a line that
/// matches no case of the full plan, and for a duplicate line. The message names the file and the line.
Baseline read_baseline(const std::string& path);

/// A line that expects every bad verdict of the bug's cases. Its reason is the bug's sentence.
KnownFailure line_about(const Bug& bug);

void write_baseline(const Baseline& baseline, const std::string& path);

/// A baseline of the report's failures, for the report's driver, with a line for each failing case. Reason
/// and bug of a failure come from the first line of `reasons` about it that lists its verdict, otherwise from
/// `otherwise`. Such a line also gives its checks, driver and expiry date. A line for a fail lists every
/// clause that it broke. Lines of `reasons` about bugs of the report are kept. With `keep_unjudged`, lines
/// about cases that the report did not test are kept too.
Baseline baseline_of(const Report& report, const Baseline& reasons, const KnownFailure& otherwise,
                     bool keep_unjudged = false);

/// The reason why a baseline of this report may be incomplete, such as "the report is of profile smoke";
/// otherwise empty.
std::string gaps_of(const Report& report);

}  // namespace wgcts::reports

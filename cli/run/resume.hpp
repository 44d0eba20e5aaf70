// The run segment of this process, the journal of its results, and the earlier run that it resumes.
#pragma once

#include <string>

#include "cli/options/options.hpp"
#include "reports/model/journal.hpp"

namespace wgcts::cli {

RunSegment this_segment(const Options& options, std::string started);

/// A report without cases for this process and device, for functions that format command lines.
Report report_of(const Options& options, const DeviceFacts& device);

/// The path of this run's journal; empty if the run has none. Throws UsageError if an earlier run left a
/// journal there and --resume does not name it, so that its results are not lost.
std::string journal_of(const Options& options);

/// A message for a full disk, with the number of results in the journal and the command that resumes the run.
/// The last results may be missing from the journal.
std::string kept_in_journal(const std::string& path);

/// Reads the report or journal of --resume. Sets `options` to the run's profile, selection, shard and seed.
/// Also to its kit or launcher, memory, baseline, implementation and output files, unless the user typed
/// others. Throws UsageError if options or a test runner's variables contradict the run, and
/// std::runtime_error for another kind of file.
Report resumed(Options& options);

/// Sets kit or launcher, memory, baseline, cache use and implementation as in the last segment of an earlier
/// run, unless the user typed others. same_device() rejects another device.
void take_over_driver(const Report& earlier, Options& options);

/// The results of the earlier run, without not_run. Throws UsageError if the earlier run contains a case that
/// is not in `cases`.
std::vector<CaseResult> kept_results(const Report& earlier, const std::vector<Case>& cases);

/// Whether the first segment had a time budget, so that its programs were those of waves.
bool ran_in_waves(const RunInfo& run);

/// Throws UsageError unless both have the same builtins: the driver's own, or those of the same file.
void require_same_implementation(const DeviceFacts& earlier, const DeviceFacts& now);

/// The device of the earlier run, by platform, name and driver version. If several match, the hardware
/// decides, then the index. Throws UsageError if it is not available, or not the device of --device.
const DeviceFacts& same_device(const DeviceFacts& earlier, const std::vector<DeviceFacts>& devices,
                               const std::string& wanted);

}  // namespace wgcts::cli

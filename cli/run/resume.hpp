// Resumes an interrupted run.
#pragma once

#include "cli/options/options.hpp"
#include "reports/model/report.hpp"

namespace wgcts::cli {

/// Reads the report or journal of --resume. Sets `options` to the run's profile, selection, shard and seed,
/// and unless the user typed others to its kit or launcher, memory, baseline, implementation and report file.
/// Throws UsageError if options or a test runner's variables contradict the run, and std::runtime_error for
/// another kind of file.
Report resumed(Options& options);

/// Sets kit or launcher, memory, baseline and cache use as in the last segment of an earlier run, unless the
/// user typed others. same_device() rejects another device.
void take_over_driver(const std::vector<RunSegment>& segments, Options& options);

/// The results of the earlier run, without not_run. Throws UsageError if the earlier run contains a case that
/// is not in `cases`.
std::vector<CaseResult> kept_results(const Report& earlier, const std::vector<Case>& cases);

/// Throws UsageError unless both have the same builtins: the driver's own, or those of the same file.
void require_same_implementation(const DeviceFacts& earlier, const DeviceFacts& now);

/// The device of the earlier run: it has the same platform, name and driver version, and if several match,
/// the same index. Throws UsageError if it is not available, or not the device of --device.
const DeviceFacts& same_device(const DeviceFacts& earlier, const std::vector<DeviceFacts>& devices,
                               const std::string& wanted);

}  // namespace wgcts::cli

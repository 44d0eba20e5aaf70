// Going on with a run that was interrupted.
#pragma once

#include "cli/options/options.hpp"
#include "reports/model/report.hpp"

namespace wgcts::cli {

/// What --resume names, a report or a journal; `options` take over its profile, selection, shard and seed,
/// its kit or launcher, memory, baseline and file of builtins unless others are typed, and its place for the
/// report unless --json names another. Throws UsageError for options or an engine's
/// variables that contradict it, std::runtime_error for a file that is neither.
Report resumed(Options& options);

/// What the last of an earlier run's legs was judged with, as far as nothing else is typed: kit or launcher,
/// memory, baseline, caches. Where that leads to another device, same_device() refuses it.
void take_over_driver(const std::vector<Leg>& legs, Options& options);

/// The verdicts that stand: those of the cases that were reached. Throws UsageError if the earlier run holds
/// a case that is not among these.
std::vector<CaseResult> standing(const Report& earlier, const std::vector<Case>& cases);

/// Throws UsageError unless both judge the same builtins: the driver's own, or those of the same text.
void require_same_implementation(const DeviceFacts& earlier, const DeviceFacts& now);

/// The one that the earlier run judged: by platform, name and driver version, and by its index where several
/// are alike. Throws UsageError if it is not among these, or not the one that --device names.
const DeviceFacts& same_device(const DeviceFacts& earlier, const std::vector<DeviceFacts>& devices,
                               const std::string& wanted);

}  // namespace wgcts::cli

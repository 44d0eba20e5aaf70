// From a selection to a report, with a journal on the way.
#pragma once

#include <functional>
#include <optional>

#include "cli/options/options.hpp"
#include "harness/process/worker_setup.hpp"
#include "reports/model/report.hpp"

namespace wgcts::cli {

/// Fills in the report's device, cases and workers, and whether it is complete. `report.run` is already
/// known. `earlier` is what --resume goes on with. `accept` may refuse the device by what it throws, before
/// anything is judged. The journal stays; remove it when the report is written. Gives back how its workers
/// were started; nothing where no device was found to judge.
std::optional<WorkerSetup> judge(const Options& options, const std::vector<Case>& cases,
                                 const std::optional<Report>& earlier, const std::string& journal_file,
                                 const std::function<void(const DeviceFacts&)>& accept, Report& report);

}  // namespace wgcts::cli

#include "cli/run/judging.hpp"

#include "cli/run/driver.hpp"
#include "cli/run/repeats.hpp"
#include "cli/run/resume.hpp"
#include "cli/run/soak.hpp"

namespace wgcts::cli {
namespace {

/// The same result for every case, for a run without a device.
std::vector<CaseResult> all_alike(const std::vector<Case>& cases, const CaseResult& pattern) {
  std::vector<CaseResult> results(cases.size(), pattern);
  for (std::size_t i = 0; i < cases.size(); ++i) results[i].the_case = cases[i];
  return results;
}

std::vector<CaseResult> without_device(const Discovery& found, const std::vector<Case>& cases) {
  CaseResult pattern;
  if (found.driver_died.empty()) {
    pattern.verdict = Verdict::Skip;
    pattern.reason = Reason{std::string(device_search), why_no_device(found)};
  } else {
    pattern.verdict = found.verdict;
    pattern.message = found.driver_died;
  }
  pattern.log = found.log;
  return all_alike(cases, pattern);
}

}  // namespace

std::optional<WorkerSetup> judge(const Options& options, const std::vector<Case>& cases,
                                 const std::optional<Report>& earlier, const std::string& journal_file,
                                 const std::function<void(const DeviceFacts&)>& accept, Report& report) {
  WorkerSetup setup = setup_of(options);
  const auto choose = [&](const std::vector<DeviceFacts>& devices) -> const DeviceFacts& {
    return earlier ? same_device(earlier->device, devices, options.device)
                   : chosen_device(devices, options.device, setup.implementation);
  };
  const Discovery found = find_devices(options, setup, [&](const std::vector<DeviceFacts>& devices) {
    if (devices.empty()) return;
    try {
      const DeviceFacts& chosen = choose(devices);
      setup.jobs = jobs_for(chosen, setup, options);
      start_early(setup, chosen, cases.size());
    } catch (const std::exception&) {
      // choose() throws the same error again below, when all devices are known.
    }
  });
  Request request{.seed = options.seed,
                  .cases = cases,
                  .time_budget = options.time_budget,
                  .fail_fast = options.fail_fast};
  if (found.devices.empty()) {
    report.cases = without_device(found, cases);
    if (earlier) throw NoDevice(why_no_device(found));
    return std::nullopt;
  }
  report.device = judged_device(setup, choose(found.devices), options.implementation_log);
  if (earlier) {
    require_same_implementation(earlier->device, report.device);
    report.run.drawn = earlier->run.drawn;
    report.run.draws = earlier->run.draws;
    report.bugs = earlier->bugs;
    if (options.profile == Profile::Soak)
      report.cases = earlier->cases;
    else
      report.cases = request.earlier = kept_results(*earlier, cases);
  }
  accept(report.device);
  JournalWriter journal(journal_file, report);
  const JudgedRun run{options, setup, journal, report};
  if (options.profile == Profile::Soak)
    judge_soak(run);
  else
    judge_in_turns(run, request);
  setup.early.reset();
  return setup;
}

}  // namespace wgcts::cli

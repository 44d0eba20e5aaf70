#include "cli/commands.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "harness/supervisor.hpp"
#include "reports/devices.hpp"
#include "reports/json.hpp"
#include "reports/output_file.hpp"
#include "reports/progress.hpp"
#include "reports/stream.hpp"
#include "reports/terminal.hpp"
#include "suites/plan.hpp"

namespace wgcts {
namespace {

/// The command that starts a worker: through a kit, a launcher, or by itself.
std::vector<std::string> worker_command(const Options& options) {
  std::vector<std::string> command;
  if (!options.kit.empty()) {
    const auto launch =
        std::filesystem::path(options.program).parent_path() / "kits" / options.kit / "launch";
    if (options.kit.find('/') != std::string::npos || !std::filesystem::exists(launch))
      throw UsageError(
          fmt::format("there is no kit '{}': scripts/setup {} makes it", options.kit, options.kit));
    command.push_back(launch.string());
  } else if (!options.launcher.empty()) {
    // The shell splits the launcher's words as the user's own shell would.
    command = {"/bin/sh", "-c", fmt::format("exec {} \"$@\"", options.launcher), "launcher"};
  }
  command.push_back(options.program);
  command.emplace_back("worker");
  return command;
}

WorkerSetup setup_of(const Options& options) {
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  return {worker_command(options), options.timeout, options.jobs != 0 ? options.jobs : cores};
}

std::string spoken(const DeviceFacts& device) {
  return fmt::format("{}: {} ({})", device.index, device.name, device.platform);
}

/// The device that --device names, or the first with collectives, or the first.
const DeviceFacts& chosen(const std::vector<DeviceFacts>& devices, const std::string& wanted) {
  if (wanted.empty()) {
    const auto able = std::ranges::find_if(devices, [](const DeviceFacts& d) { return d.collectives.yes; });
    return able != devices.end() ? *able : devices.front();
  }
  const bool number = wanted.find_first_not_of("0123456789") == std::string::npos;
  std::vector<const DeviceFacts*> matches;
  for (const DeviceFacts& d : devices)
    if (number ? std::to_string(d.index) == wanted : d.name.find(wanted) != std::string::npos)
      matches.push_back(&d);
  if (matches.size() == 1) return *matches.front();
  std::string all;
  for (const DeviceFacts& d : devices) all += (all.empty() ? "" : "; ") + spoken(d);
  throw UsageError(fmt::format("{} matches --device '{}'; there are: {}",
                               matches.empty() ? "no device" : "more than one device", wanted, all));
}

/// The same outcome for every case, where no device was there to judge.
std::vector<CaseResult> all_alike(const std::vector<Case>& cases, const CaseResult& pattern) {
  std::vector<CaseResult> results(cases.size(), pattern);
  for (std::size_t i = 0; i < cases.size(); ++i) results[i].the_case = cases[i];
  return results;
}

void judge(const Options& options, const std::vector<Case>& cases, Report& report) {
  const WorkerSetup setup = setup_of(options);
  const Discovery found = discover(setup);
  if (found.devices.empty()) {
    CaseResult pattern;
    pattern.verdict = found.driver_died.empty() ? Verdict::Skip : Verdict::Crash;
    if (found.driver_died.empty())
      pattern.reason =
          Reason{"clGetPlatformIDs and clGetDeviceIDs",
                 "no OpenCL device: is a driver installed, and does OCL_ICD_VENDORS name its folder?"};
    else
      pattern.message = fmt::format("listing the devices, the worker was {}", found.driver_died);
    pattern.log = found.log;
    report.cases = all_alike(cases, pattern);
    return;
  }
  report.device = chosen(found.devices, options.device);
  Progress progress(cases.size(), stderr, is_terminal(stderr));
  Outcomes outcomes = judge_cases(setup, report.device, options.seed, cases,
                                  [&](const CaseResult& result) { progress.add(result.verdict); });
  report.cases = std::move(outcomes.results);
  report.run.complete = outcomes.complete;
  report.workers = std::move(outcomes.workers);
}

}  // namespace

int devices_command(const Options& options) {
  const Discovery found = discover(setup_of(options));
  if (!found.driver_died.empty())
    fmt::print(stderr, "wgcts: listing devices, the worker was {}\n", found.driver_died);
  if (found.devices.empty())
    fmt::print(stderr,
               "wgcts: no OpenCL device: is a driver installed, and does OCL_ICD_VENDORS name its folder?\n");
  for (const DeviceFacts& device : found.devices) fmt::print("{}", device_text(device));
  const bool able =
      std::ranges::any_of(found.devices, [](const DeviceFacts& d) { return d.collectives.yes; });
  return able ? 0 : static_cast<int>(Outcome::NothingJudged);
}

int list_command(const Options& options) {
  const auto cases = select(with_named(plan(options.profile), options.selection.filters), options.selection);
  for (const Case& c : cases) fmt::print("{}\n", name(c));
  if (!cases.empty()) return 0;
  fmt::print(stderr, "wgcts: no case matches: {}\n", spoken(options.selection));
  return static_cast<int>(Outcome::NothingJudged);
}

int run_command(const Options& options) {
  const auto cases = select(with_named(plan(options.profile), options.selection.filters), options.selection);
  if (cases.empty()) {
    fmt::print(stderr, "wgcts: no case matches: {}\n", spoken(options.selection));
    return static_cast<int>(Outcome::NothingJudged);
  }
  if (!options.json.empty()) check_writable(options.json);
  const auto started = std::chrono::steady_clock::now();
  Report report;
  report.run.seed = options.seed;
  report.run.profile = std::string(info(options.profile).name);
  report.run.selection = spoken(options.selection);
  report.run.started = fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr)));
  judge(options, cases, report);
  report.run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  if (!options.json.empty()) write_json(report, options.json);
  // With the report on standard output, the words for people go beside it.
  std::FILE* out = options.json == "-" ? stderr : stdout;
  fmt::print(out, "{}", terminal_text(report, options.json == "-" ? "" : options.json, {wants_colour(out)}));
  if (options.timing) fmt::print(out, "{}", timing_text(report.workers));
  return static_cast<int>(outcome_of(report));
}

}  // namespace wgcts

#include "cli/run/resume.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "cli/run/driver.hpp"
#include "cli/run/files.hpp"
#include "reference/lists.hpp"
#include "reports/compare/baseline.hpp"
#include "reports/model/json.hpp"
#include "reports/model/text.hpp"
#include "reports/terminal/terminal.hpp"
#include "results/file_hash.hpp"
#include "system/machine.hpp"

namespace wgcts::cli {
namespace {

constexpr std::string_view journal_ending = ".journal";

[[noreturn]] void contradict(const std::string& what, const std::string& typed, const std::string& earlier) {
  wrong_usage(
      "{} {} contradicts the resumed run, which had {}: leave it out, or start a new run without --resume",
      what, typed, earlier);
}

std::string described(const DeviceFacts& d) {
  return fmt::format("{} ({}, driver {})", d.name, d.platform, d.driver);
}

/// Reads a journal, and reports incomplete lines at its end.
Report report_of_journal(const std::string& path) {
  JournalContent content = read_journal(path);
  if (content.lost_from)
    warn("journal {}: the last {}, from line {} on, are incomplete and ignored; {} before them are kept",
         path, counted(content.lost_bytes, "byte"), *content.lost_from,
         counted(content.report.cases.size(), "result"));
  return std::move(content.report);
}

/// Prefixes of the environment variables that loaders, layers and drivers read.
constexpr std::array<std::string_view, 10> of_drivers{
    "OCL_", "OPENCL_", "POCL_", "CL_", "CUDA_", "MESA_", "NEO_", "LD_LIBRARY_PATH", "LD_PRELOAD", "cl_"};

std::map<std::string, std::string> driver_environment() {
  std::map<std::string, std::string> found;
  for (const auto& [name, value] : system::environment())
    if (std::ranges::any_of(of_drivers, [&](std::string_view start) { return name.starts_with(start); }))
      found.emplace(name, value);
  return found;
}

/// The processor's name from /proc/cpuinfo, "model name : Intel(R) Xeon(R)"; empty except on x86 Linux.
std::string processor_name() {
  std::ifstream list("/proc/cpuinfo");
  for (std::string line; std::getline(list, line);)
    if (const auto colon = line.find(": "); line.starts_with("model name") && colon != std::string::npos)
      return line.substr(colon + 2);
  return {};
}

}  // namespace

void take_over_driver(const Report& earlier, Options& options) {
  // require_same_implementation() checks that the content of the file is unchanged.
  if (const auto& implementation = earlier.device.implementation;
      implementation && options.implementation.empty()) {
    options.implementation = implementation->file;
    if (!implementation->options.empty()) options.implementation_options = {implementation->options};
  }
  const RunSegment& last = last_segment(earlier);
  const auto typed = [&](const char* option) { return options.given.contains(option); };
  if (!typed("--kit") && !typed("--driver") && !typed("--launcher")) {
    options.kit = last.kit;
    options.driver = last.driver;
    options.launcher = last.launcher;
    options.worker = last.worker;
  }
  if (!typed("--memory") && last.memory != 0) options.memory = last.memory;  // the data depend on it
  if (!typed("--baseline") && last.baseline != "-") {
    options.baseline = last.baseline;
    options.baseline_any_device = is_in("--baseline-any-device", last.command);
  }
  options.driver_cache |= last.driver_cache;
}

Report resumed(Options& options) {
  Report earlier =
      is_journal(options.resume) ? report_of_journal(options.resume) : read_report(options.resume);
  // Expected failures are failures again, so that they keep their bugs.
  apply(Baseline{}, false, earlier, "");
  const RunInfo& run = earlier.run;
  const ProfileInfo* profile = profile_named(run.profile);
  if (profile == nullptr)
    wrong_usage("{} is a run of profile '{}', which this version of wgcts does not have", options.resume,
                run.profile);
  if (options.given.contains("--profile") && options.profile != profile->profile)
    contradict("--profile", std::string(info(options.profile).name), run.profile);
  if (options.given.contains("--seed") && options.seed != run.seed)
    contradict("--seed", std::to_string(options.seed), std::to_string(run.seed));
  const std::string typed = to_arguments(options.selection);
  if (!typed.empty() && typed != run.selection)
    contradict("the selection", typed, run.selection.empty() ? "everything" : run.selection);
  const Shard shard = run.shard.empty() ? Shard{} : parse_shard(run.shard);
  const ChosenShard chosen = choose_shard(options);
  if (!chosen.source.empty() && chosen.shard != shard)
    contradict(chosen.source, text_of(chosen.shard), run.shard.empty() ? "no shards" : run.shard);
  options.profile = profile->profile;
  options.seed = run.seed;
  options.selection = selection_from(run.selection);
  options.shard = shard;
  options.allow_empty_filter = true;  // the earlier run has checked the filters
  take_over_driver(earlier, options);
  const std::string json = options.resume.ends_with(journal_ending)
                               ? options.resume.substr(0, options.resume.size() - journal_ending.size())
                               : options.resume;
  if (options.json.empty() && json != "-") options.json = json;
  take_over_outputs(run, json, options);
  return earlier;
}

std::vector<CaseResult> kept_results(const Report& earlier, const std::vector<Case>& cases) {
  const auto names = mapped<std::unordered_set>(cases, [](const Case& c) { return name(c); });
  std::vector<CaseResult> results;
  for (const CaseResult& result : earlier.cases) {
    if (!names.contains(name(result.the_case)))
      wrong_usage(
          "the resumed run contains {}, which this version of wgcts does not select with the same options: "
          "resume it with the version that started it",
          name(result.the_case));
    if (result.verdict != Verdict::NotRun) results.push_back(result);
  }
  return results;
}

bool ran_in_waves(const RunInfo& run) {
  return !run.segments.empty() && !typed_value(run.segments.front(), "--time-budget").empty();
}

void require_same_implementation(const DeviceFacts& earlier, const DeviceFacts& now) {
  const auto builtins_of = [](const DeviceFacts& d) {
    return d.implementation
               ? fmt::format("{} (SHA-256 {:.16}...)", d.implementation->file, d.implementation->sha256)
               : std::string("the driver's own builtins");
  };
  const auto digest = [](const DeviceFacts& d) {
    return d.implementation ? d.implementation->sha256 : std::string();
  };
  if (digest(earlier) != digest(now))
    wrong_usage("the resumed run tested {}, but this run would test {}: pass the same --implementation",
                builtins_of(earlier), builtins_of(now));
}

const DeviceFacts& same_device(const DeviceFacts& earlier, const std::vector<DeviceFacts>& devices,
                               const std::string& wanted) {
  const auto alike = [&](const DeviceFacts& d) {
    return d.platform == earlier.platform && d.name == earlier.name && d.driver == earlier.driver;
  };
  // An index alone may have moved to an equal device, for example by CUDA_VISIBLE_DEVICES.
  const auto likeness = [&](const DeviceFacts& d) {
    const bool same_hardware = !earlier.hardware.empty() && d.hardware == earlier.hardware;
    return std::pair(same_hardware, d.index == earlier.index);
  };
  const DeviceFacts* found = nullptr;
  if (!wanted.empty()) {
    found = &chosen_device(devices, wanted);
    if (!alike(*found)) contradict("--device", described(*found), described(earlier));
    return *found;
  }
  for (const DeviceFacts& d : devices)
    if (alike(d) && (found == nullptr || likeness(d) > likeness(*found))) found = &d;
  if (found != nullptr) return *found;
  const std::string all = joined(devices, "; ", described);
  wrong_usage("the resumed run tested {}, which is not available; the devices are: {}", described(earlier),
              all.empty() ? "none" : all);
}

std::string journal_of(const Options& options) {
  const std::string path = journal_path(options.json);
  std::error_code error;
  if (path.empty() || !std::filesystem::exists(path, error)) return path;
  if (!is_journal(path))
    wrong_usage(
        "{} is not a journal, but the run's journal would have this name: move the file, or choose another "
        "--json",
        path);
  if (system::LockedFile::is_held(path))
    wrong_usage("another wgcts process is writing {}: wait for it to end, or choose another --json", path);
  if (std::filesystem::equivalent(path, options.resume, error)) return path;
  const std::size_t judged = read_journal(path).report.cases.size();
  if (judged == 0) return path;
  wrong_usage("{} contains {} of an unfinished run: resume it with --resume {}, or delete the file", path,
              counted(judged, "result"), path);
}

std::string kept_in_journal(const std::string& path) {
  std::size_t kept = 0;
  try {
    kept = read_journal(path).report.cases.size();
  } catch (const std::exception&) {
    // A journal that cannot be read cannot be resumed.
  }
  if (kept == 0) return fmt::format("no result was saved in {}", path);
  return fmt::format("{} {} saved in {}: when the report can be written, resume with --resume {}", kept,
                     kept == 1 ? "result was" : "results were", path, path);
}

RunSegment this_segment(const Options& options, std::string started) {
  const system::Machine machine = system::this_machine();
  return {.started = std::move(started),
          .tool = version_text(),
          .command = options.command_line,
          .kit = options.kit,
          .driver = options.driver,
          .launcher = options.launcher,
          .worker = options.worker,
          .device = options.device,
          .jobs = jobs_of(options),
          .memory = options.memory,
          .driver_cache = options.driver_cache,
          .baseline = options.baseline,
          .baseline_sha256 = sha256_of(options.baseline),
          .environment = driver_environment(),
          .host = machine.host,
          .system = machine.kernel,
          .processor = processor_name()};
}

Report report_of(const Options& options, const DeviceFacts& device) {
  return {.device = device, .run = {.seed = options.seed, .segments = {this_segment(options, "")}}};
}

}  // namespace wgcts::cli

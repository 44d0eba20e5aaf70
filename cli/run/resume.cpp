#include "cli/run/resume.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "cli/options/option_groups.hpp"
#include "cli/options/shard_option.hpp"
#include "cli/run/driver.hpp"
#include "reports/model/journal.hpp"
#include "reports/model/read_json.hpp"
#include "reports/model/text.hpp"
#include "reports/terminal/stream.hpp"

namespace wgcts::cli {
namespace {

constexpr std::string_view journal_ending = ".journal";

std::string or_all(const std::string& text) { return text.empty() ? "everything" : text; }

[[noreturn]] void contradict(const std::string& what, const std::string& typed, const std::string& earlier) {
  throw UsageError(fmt::format(
      "{} {} contradicts the resumed run, which had {}: leave it out, or start a new run without --resume",
      what, typed, earlier));
}

std::string described(const DeviceFacts& d) {
  return fmt::format("{} ({}, driver {})", d.name, d.platform, d.driver);
}

/// Sets the implementation file of the earlier run. require_same_implementation() checks that its content is
/// unchanged.
void take_over_implementation(const DeviceFacts& device, Options& options) {
  if (!device.implementation || !options.implementation.empty()) return;
  options.implementation = device.implementation->file;
  if (!device.implementation->options.empty())
    options.implementation_options = {device.implementation->options};
}

/// Reads a journal, and reports incomplete lines at its end.
Report report_of_journal(const std::string& path) {
  JournalContent content = read_journal(path);
  if (content.lost_from)
    print_now(stderr,
              fmt::format("wgcts: journal {}: the last {}, from line {} on, are incomplete and ignored; "
                          "{} before them are kept\n",
                          path, counted(content.lost_bytes, "byte"), *content.lost_from,
                          counted(content.report.cases.size(), "result")));
  return std::move(content.report);
}

}  // namespace

void take_over_driver(const std::vector<RunSegment>& segments, Options& options) {
  if (segments.empty()) return;
  const RunSegment& last = segments.back();
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
    options.baseline_any_device =
        std::ranges::find(last.command, "--baseline-any-device") != last.command.end();
  }
  options.driver_cache |= last.driver_cache;
}

Report resumed(Options& options) {
  Report earlier =
      is_journal(options.resume) ? report_of_journal(options.resume) : read_report(options.resume);
  const RunInfo& run = earlier.run;
  const auto* const profile = std::ranges::find(profiles, run.profile, &ProfileInfo::name);
  if (profile == profiles.end())
    throw UsageError(fmt::format("{} is a run of profile '{}', which this version of wgcts does not have",
                                 options.resume, run.profile));
  if (options.given.contains("--profile") && options.profile != profile->profile)
    contradict("--profile", std::string(info(options.profile).name), run.profile);
  if (options.given.contains("--seed") && options.seed != run.seed)
    contradict("--seed", std::to_string(options.seed), std::to_string(run.seed));
  const std::string typed = to_arguments(options.selection);
  if (!typed.empty() && typed != run.selection) contradict("the selection", typed, or_all(run.selection));
  const Shard shard = run.shard.empty() ? Shard{} : parse_shard(run.shard);
  const ChosenShard chosen = choose_shard(options);
  if (!chosen.source.empty() && chosen.shard != shard)
    contradict(chosen.source, to_string(chosen.shard), run.shard.empty() ? "no shards" : run.shard);
  options.profile = profile->profile;
  options.seed = run.seed;
  options.selection = selection_from(run.selection);
  options.shard = shard;
  options.allow_empty_filter = true;  // the earlier run has checked the filters
  take_over_driver(run.segments, options);
  take_over_implementation(earlier.device, options);
  if (options.json.empty() && options.resume != "-")
    options.json = options.resume.ends_with(journal_ending)
                       ? options.resume.substr(0, options.resume.size() - journal_ending.size())
                       : options.resume;
  return earlier;
}

std::vector<CaseResult> kept_results(const Report& earlier, const std::vector<Case>& cases) {
  std::unordered_set<std::string> names;
  for (const Case& c : cases) names.insert(name(c));
  std::vector<CaseResult> results;
  for (const CaseResult& result : earlier.cases) {
    if (!names.contains(name(result.the_case)))
      throw UsageError(
          fmt::format("the resumed run contains {}, which this version of wgcts does not select with the "
                      "same options: resume it with the version that started it",
                      name(result.the_case)));
    if (result.verdict != Verdict::NotRun) results.push_back(result);
  }
  return results;
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
    throw UsageError(
        fmt::format("the resumed run tested {}, but this run would test {}: pass the same --implementation",
                    builtins_of(earlier), builtins_of(now)));
}

const DeviceFacts& same_device(const DeviceFacts& earlier, const std::vector<DeviceFacts>& devices,
                               const std::string& wanted) {
  const auto alike = [&](const DeviceFacts& d) {
    return d.platform == earlier.platform && d.name == earlier.name && d.driver == earlier.driver;
  };
  const DeviceFacts* found = nullptr;
  if (!wanted.empty()) {
    found = &chosen_device(devices, wanted);
    if (!alike(*found)) contradict("--device", described(*found), described(earlier));
    return *found;
  }
  for (const DeviceFacts& d : devices)
    if (alike(d) && (found == nullptr || d.index == earlier.index)) found = &d;
  if (found != nullptr) return *found;
  std::string all;
  for (const DeviceFacts& d : devices) all += (all.empty() ? "" : "; ") + described(d);
  throw UsageError(fmt::format("the resumed run tested {}, which is not available; the devices are: {}",
                               described(earlier), all.empty() ? "none" : all));
}

}  // namespace wgcts::cli

#include "cli/run/resume.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_set>

#include "cli/options/option_groups.hpp"
#include "cli/options/shard_option.hpp"
#include "cli/run/driver.hpp"
#include "reports/model/journal.hpp"
#include "reports/model/printable.hpp"
#include "reports/model/read_json.hpp"
#include "reports/model/selected.hpp"
#include "reports/terminal/stream.hpp"

namespace wgcts::cli {
namespace {

constexpr std::string_view journal_ending = ".journal";

std::string or_all(const std::string& text) { return text.empty() ? "everything" : text; }

[[noreturn]] void contradict(const std::string& what, const std::string& typed, const std::string& earlier) {
  throw UsageError(
      fmt::format("{} {} contradicts the run that --resume names, which had {}: leave it out, or start "
                  "anew without --resume",
                  what, typed, earlier));
}

std::string told_apart(const DeviceFacts& d) {
  return fmt::format("{} ({}, driver {})", d.name, d.platform, d.driver);
}

/// The file of builtins that the earlier run judged; require_same_implementation() sees whether it still
/// holds the same.
void take_over_implementation(const DeviceFacts& device, Options& options) {
  if (!device.implementation || !options.implementation.empty()) return;
  options.implementation = device.implementation->file;
  if (!device.implementation->options.empty())
    options.implementation_options = {device.implementation->options};
}

/// What a journal holds; says what is lost of it.
Report kept_by(const std::string& path) {
  JournalContent content = read_journal(path);
  if (content.lost_from)
    tell(stderr,
         fmt::format("wgcts: the journal {}: the last {}, from line {} on, were not written whole and "
                     "are left out; {} before stand\n",
                     path, counted(content.lost_bytes, "byte"), *content.lost_from,
                     counted(content.report.cases.size(), "result")));
  return std::move(content.report);
}

}  // namespace

void take_over_driver(const std::vector<Leg>& legs, Options& options) {
  if (legs.empty()) return;
  const Leg& leg = legs.back();
  const auto typed = [&](const char* option) { return options.given.contains(option); };
  if (!typed("--kit") && !typed("--driver") && !typed("--launcher")) {
    options.kit = leg.kit;
    options.driver = leg.driver;
    options.launcher = leg.launcher;
    options.worker = leg.worker;
  }
  if (!typed("--memory") && leg.memory != 0) options.memory = leg.memory;  // it bounds the data
  if (!typed("--baseline") && leg.baseline != "-") {
    options.baseline = leg.baseline;
    options.baseline_any_device =
        std::ranges::find(leg.command, "--baseline-any-device") != leg.command.end();
  }
  options.driver_cache |= leg.driver_cache;
}

Report resumed(Options& options) {
  Report earlier = is_journal(options.resume) ? kept_by(options.resume) : read_report(options.resume);
  const RunInfo& run = earlier.run;
  const auto* const profile = std::ranges::find(profiles, run.profile, &ProfileInfo::name);
  if (profile == profiles.end())
    throw UsageError(fmt::format("{} is of the profile '{}', which this program does not have",
                                 options.resume, run.profile));
  if (options.given.contains("--profile") && options.profile != profile->profile)
    contradict("--profile", std::string(info(options.profile).name), run.profile);
  if (options.given.contains("--seed") && options.seed != run.seed)
    contradict("--seed", std::to_string(options.seed), std::to_string(run.seed));
  const std::string typed = to_arguments(options.selection);
  if (!typed.empty() && typed != run.selection) contradict("the selection", typed, or_all(run.selection));
  const Shard shard = run.shard.empty() ? Shard{} : parse_shard(run.shard);
  const ChosenShard chosen = choose_shard(options);
  if (!chosen.said_by.empty() && chosen.shard != shard)
    contradict(chosen.said_by, to_string(chosen.shard), run.shard.empty() ? "no shards" : run.shard);
  options.profile = profile->profile;
  options.seed = run.seed;
  options.selection = selection_from(run.selection);
  options.shard = shard;
  options.allow_empty_filter = true;  // the earlier run has said what it says to that
  take_over_driver(run.legs, options);
  take_over_implementation(earlier.device, options);
  if (options.json.empty() && options.resume != "-")
    options.json = options.resume.ends_with(journal_ending)
                       ? options.resume.substr(0, options.resume.size() - journal_ending.size())
                       : options.resume;
  return earlier;
}

std::vector<CaseResult> standing(const Report& earlier, const std::vector<Case>& cases) {
  std::unordered_set<std::string> names;
  for (const Case& c : cases) names.insert(name(c));
  std::vector<CaseResult> results;
  for (const CaseResult& result : earlier.cases) {
    if (!names.contains(name(result.the_case)))
      throw UsageError(
          fmt::format("the run that --resume names holds {}, which this program does not select by the same "
                      "options: another version made it",
                      name(result.the_case)));
    if (result.verdict != Verdict::NotRun) results.push_back(result);
  }
  return results;
}

void require_same_implementation(const DeviceFacts& earlier, const DeviceFacts& now) {
  const auto told = [](const DeviceFacts& d) {
    return d.implementation
               ? fmt::format("{} (SHA-256 {:.16}...)", d.implementation->file, d.implementation->sha256)
               : std::string("the driver's own builtins");
  };
  const auto digest = [](const DeviceFacts& d) {
    return d.implementation ? d.implementation->sha256 : std::string();
  };
  if (digest(earlier) != digest(now))
    throw UsageError(fmt::format(
        "the run that --resume names judged {}, and this one would judge {}: --implementation must be the "
        "same",
        told(earlier), told(now)));
}

const DeviceFacts& same_device(const DeviceFacts& earlier, const std::vector<DeviceFacts>& devices,
                               const std::string& wanted) {
  const auto alike = [&](const DeviceFacts& d) {
    return d.platform == earlier.platform && d.name == earlier.name && d.driver == earlier.driver;
  };
  const DeviceFacts* found = nullptr;
  if (!wanted.empty()) {
    found = &chosen_device(devices, wanted);
    if (!alike(*found)) contradict("--device", told_apart(*found), told_apart(earlier));
    return *found;
  }
  for (const DeviceFacts& d : devices)
    if (alike(d) && (found == nullptr || d.index == earlier.index)) found = &d;
  if (found != nullptr) return *found;
  std::string all;
  for (const DeviceFacts& d : devices) all += (all.empty() ? "" : "; ") + told_apart(d);
  throw UsageError(fmt::format("the run that --resume names judged {}, and here is {}", told_apart(earlier),
                               all.empty() ? "no device" : all));
}

}  // namespace wgcts::cli

// The commands that neither test nor read reports. `wgcts list`: the cases that `wgcts run` would test with
// the same options. `wgcts coverage`: how many cases test each clause; it also writes docs/coverage.md.
// `wgcts devices`: the devices. The shells' completion: the scripts of `wgcts completion` call `wgcts
// complete` for the candidates. The supervisor starts `wgcts worker`.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands/commands.hpp"
#include "cli/help/help.hpp"
#include "cli/options/options.hpp"
#include "cli/run/driver.hpp"
#include "completion.hpp"
#include "harness/driver/worker.hpp"
#include "harness/planning/planning.hpp"
#include "reference/lists.hpp"
#include "reports/model/report.hpp"
#include "reports/terminal/terminal.hpp"
#include "reports/words/documents.hpp"
#include "system/output_file.hpp"

namespace wgcts::cli {
namespace {

void declare_list(CLI::App& command, Options& to) {
  add_selection(command, to, false);
  add_shard(command, to);
  command.add_flag("--counts", to.counts,
                   "print only the number of cases, checks, OpenCL programs, kernels and launches");
}

int execute_list(const Options& options) {
  if (options.profile == Profile::Soak)
    wrong_usage("the soak profile draws its cases during the run; they cannot be listed");
  const auto cases = selected_cases(options);
  const ChosenShard chosen = choose_shard(options);
  const auto part = shard_of(cases, chosen.shard);
  if (options.counts) {
    const Workload work = workload_of(part, plain_device());
    fmt::print("cases     {}\nchecks    {}\nprograms  {}\nkernels   {}\nlaunches  {}\n", work.cases,
               work.checks, work.programs, work.kernels, work.launches);
  } else {
    for (const Case& c : part) fmt::print("{}\n", name(c));
  }
  if (cases.empty()) throw NothingTested("no case matches: " + to_arguments(options.selection));
  return 0;
}

void declare_coverage(CLI::App& command, Options& to) {
  add_profile(command, to, false);
  auto* json =
      command.add_option("--json", to.json, "write the table to this JSON file; - is standard output");
  command.add_flag("--causes", to.causes, "print the list of faults as Markdown: docs/causes.md")
      ->excludes(json);
}

int execute_coverage(const Options& options) {
  if (options.causes) {
    fmt::print("{}", causes_markdown());
    return 0;
  }
  if (options.profile == Profile::Soak)
    wrong_usage("the soak profile draws its cases during the run; they cannot be counted");
  if (!options.json.empty()) system::check_writable(options.json);
  const auto cases = plan(options.profile);
  const auto coverage = coverage_of(cases, plain_device());
  const CoverageScope scope{info(options.profile).name, cases.size(), places_covered(cases)};
  if (!options.json.empty())
    system::write_file(options.json, coverage_json(coverage, scope));
  else
    fmt::print("{}", coverage_markdown(coverage, scope));
  return 0;
}

std::string line(std::string_view what, std::string_view says) {
  return fmt::format("    {:<18} {}\n", what, says);
}

std::string line(std::string_view what, const Answer& answer) {
  return line(what, fmt::format("{:<4} {}: {}", answer.yes ? "yes" : "no", answer.because.query,
                                answer.because.answer));
}

/// A device whose profile query fails is judged by the embedded profile.
std::string profile_text(const DeviceFacts& d) {
  if (d.full_profile) return "full profile";
  const bool failed = error_of(d, "CL_DEVICE_PROFILE") != nullptr;
  return failed ? "profile not reported, treated as embedded" : "embedded profile";
}

std::string device_text(const DeviceFacts& d) {
  const std::string modes =
      joined(d.cl_std, " ", [](unsigned mode) { return fmt::format("CL{}.{}", mode / 10, mode % 10); });
  const auto& size = d.max_work_item_sizes;
  std::string trouble;
  if (d.unusable) trouble += line("unusable", fmt::format("{}: {}", d.unusable->query, d.unusable->answer));
  for (const Reason& error : d.query_errors)
    trouble += line("no answer", fmt::format("{}: {}", error.query, error.answer));
  return fmt::format("{}: {}\n", d.index, d.name) + line("platform", d.platform) + line("driver", d.driver) +
         line("version", fmt::format("{}, {}", d.version, profile_text(d))) + line("-cl-std", modes) +
         line("collectives", d.collectives) + line("half", d.half) + line("long, ulong", d.int64) +
         line("double", d.fp64) + line("non-uniform", d.non_uniform) + line("compiler", d.compiler) +
         line("IL", d.il_version.empty() ? "none" : d.il_version) +
         line("work-group", fmt::format("at most {} work-items, {}x{}x{}", d.max_work_group_size, size[0],
                                        size[1], size[2])) +
         line("memory", fmt::format("{} MiB, one buffer {} MiB, local {} KiB", d.global_memory >> 20,
                                    d.max_allocation >> 20, d.local_memory >> 10)) +
         line("compute units", std::to_string(d.compute_units)) + trouble;
}

void declare_devices(CLI::App& command, Options& to) {
  add_driver(command, to);
  add_timeout(command, to, "time limit for each call of a driver, in seconds");
}

int execute_devices(const Options& options) {
  const Discovery found = find_devices(options, setup_of(options));
  if (found.death) warn("{}", found.death->message);
  for (const std::string& remark : found.remarks) warn("{}", remark);
  if (found.devices.empty() && found.remarks.empty()) warn("{}", no_device);
  for (const DeviceFacts& device : found.devices) fmt::print("{}", device_text(device));
  const bool able = std::ranges::any_of(
      found.devices, [](const DeviceFacts& d) { return d.collectives.yes && !d.unusable; });
  return able ? 0 : static_cast<int>(Outcome::NothingJudged);
}

struct Shell {
  std::string_view name, script;
};
constexpr Shell shells[] = {{"bash", completion_bash}, {"zsh", completion_zsh}, {"fish", completion_fish}};

void declare_completion(CLI::App& command, Options& to) {
  command.add_option("SHELL", to.shell, "bash, zsh or fish")->required()->check([](const std::string& word) {
    return is_in(word, shells, &Shell::name)
               ? std::string()
               : fmt::format("there is no completion for '{}'; the shells are bash, zsh and fish", word);
  });
}

int execute_completion(const Options& options) {
  fmt::print("{}", find_row(shells, options.shell, &Shell::name)->script);
  return 0;
}

void declare_complete(CLI::App& command, Options& to) {
  command.add_option("WORDS", to.words, "the words after the program's name; the last one is incomplete");
}

int execute_complete(const Options& options) {
  Parsed parsed;
  CLI::App app;
  declare_all(app, parsed);
  for (const std::string& word : candidates(app, options.words)) fmt::print("{}\n", word);
  return 0;
}

void declare_worker(CLI::App& command, Options& to) {
  add_driver_cache(command, to);
  command.add_option("--driver", to.driver, "drivers to use without an OpenCL loader");
  command.add_option("--scratch", to.scratch, "folder for files that drivers leave behind");
}

int execute_worker(const Options& options) {
  if (!options.driver_cache) switch_off_driver_caches(options.scratch);
  return worker_main(options.driver_cache, options.driver);
}

}  // namespace

const Command list_command{
    "list", "List the cases that run would test", declare_list, execute_list,
    "0 done; 2 wrong usage, or no case matches; 3 no case matches, with --allow-empty-filter"};
const Command coverage_command{
    "coverage", "Count the cases for each clause, and the programs that call a collective at each place",
    declare_coverage, execute_coverage};

const Command devices_command{"devices", "List devices, and whether they have collectives", declare_devices,
                              execute_devices, "0 a device has collectives; 2 wrong usage; 3 none has"};

const Command completion_command{"completion", "Print a shell's completion script: bash, zsh, fish",
                                 declare_completion, execute_completion};
const Command complete_command{"complete", "", declare_complete, execute_complete};
const Command worker_command{"worker", "", declare_worker, execute_worker};

}  // namespace wgcts::cli

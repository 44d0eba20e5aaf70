#include "cli/options.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "reports/json.hpp"

namespace wgcts {
namespace {

/// Under a kit the running executable is the kit's loader; the first argument names the program then.
std::string own_path(const char* first_argument) {
  const std::string_view typed = first_argument;
  char resolved[PATH_MAX];
  if (typed.find('/') != std::string_view::npos && realpath(first_argument, resolved) != nullptr)
    return resolved;
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::string(typed) : path.string();
}

void add_selection(CLI::App& command, Selection& selection) {
  const auto add = [&](const char* option, std::vector<std::string>& words, const char* help) {
    command.add_option(option, words, help)->allow_extra_args(false)->group("Selection");
  };
  add("--op", selection.ops, "builtins or families: reduce_add, scan_exclusive, broadcast, ...");
  add("--type", selection.types, "half, int, uint, long, ulong, float, double");
  add("--dim", selection.dims, "1, 2, 3");
  add("--filter", selection.filters,
      "globs over case names; - in front excludes: 'reduce_*.float.*,-*.max.*'");
}

void add_profile(CLI::App& command, Profile& profile) {
  std::map<std::string, Profile> names;
  std::string help = "how much:";
  for (const ProfileInfo& p : profiles) {
    names.emplace(p.name, p.profile);
    help += fmt::format("{} {} ({})", p.profile == Profile::Smoke ? "" : ";", p.name, p.plan);
  }
  command
      .add_option_function<std::string>(
          "--profile", [&profile, names](const std::string& word) { profile = names.at(word); }, help)
      ->check([names](const std::string& word) {
        return names.contains(word)
                   ? std::string()
                   : fmt::format("there is no profile '{}': valid are smoke, standard, full", word);
      })
      ->default_str("standard")
      ->group("Selection");
}

void add_driver(CLI::App& command, Options& options) {
  auto* kit = command.add_option("--kit", options.kit, "use the driver that scripts/setup NAME made")
                  ->group("Driver");
  command
      .add_option("--launcher", options.launcher, "start workers through this: valgrind, 'ssh board', srun")
      ->group("Driver")
      ->excludes(kit);
}

}  // namespace

std::string spoken(const Selection& selection) {
  std::string text;
  const auto say = [&](std::string_view option, const std::vector<std::string>& words) {
    for (const std::string& word : words)
      text.append(text.empty() ? "" : " ").append(option).append(" ").append(word);
  };
  say("--op", selection.ops);
  say("--type", selection.types);
  say("--dim", selection.dims);
  say("--filter", selection.filters);
  return text;
}

Parsed parse_command_line(int argc, const char* const* argv) {
  Options options;
  CLI::App app{"Tells whether an OpenCL device's work-group collectives obey the specification.", "wgcts"};
  app.require_subcommand(1);
  app.set_version_flag("--version", version_text());
  app.footer("Exit codes: 0 all good; 1 something failed; 2 wrong usage; 3 nothing could be judged.");
  auto* devices = app.add_subcommand("devices", "List devices and what they say of collectives");
  add_driver(*devices, options);
  auto* list = app.add_subcommand("list", "List the cases that run would judge");
  add_profile(*list, options.profile);
  add_selection(*list, options.selection);
  auto* run = app.add_subcommand("run", "Judge a device");
  add_profile(*run, options.profile);
  add_selection(*run, options.selection);
  add_driver(*run, options);
  run->add_option("--device", options.device,
                  "index or part of a name; default: the first that has collectives")
      ->group("Driver");
  run->add_option("--json", options.json, "write the report here; - is standard output");
  run->add_option("--timeout", options.timeout, "seconds that a case may take")
      ->capture_default_str()
      ->check(CLI::Range(0.001, 1e6));
  run->add_option("--seed", options.seed, "seed of the data")
      ->capture_default_str()
      ->check([](const std::string& text) {
        const bool whole = text.find_first_not_of("0123456789") == std::string::npos;
        return whole ? "" : "a seed is a whole number from 0 up, not '" + text + "'";
      });
  run->add_option("--jobs", options.jobs, "workers at a time; default: one a core")
      ->check(CLI::Range(1, 1024));
  run->add_flag("--timing", options.timing, "say where the workers' time went");
  auto* worker = app.add_subcommand("worker", "")->group("");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return {std::nullopt, app.exit(error)};
    std::string sentence = error.what();
    throw UsageError(sentence + "; wgcts --help says what there is");
  }
  options.command = devices->parsed() ? Command::Devices
                    : list->parsed()  ? Command::List
                    : run->parsed()   ? Command::Run
                                      : Command::Worker;
  (void)worker;
  options.program = own_path(argv[0]);
  return {std::move(options)};
}

}  // namespace wgcts

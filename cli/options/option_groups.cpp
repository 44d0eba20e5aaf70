#include "cli/options/option_groups.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "suites/parse.hpp"

namespace wgcts::cli {
namespace {

/// Accepts the names of OpenCL C, "work_group_reduce_add", for "reduce_add".
std::string without_prefix(const std::string& words) {
  constexpr std::string_view prefix = "work_group_";
  auto pieces = split(words, ',');
  for (std::string_view& word : pieces)
    if (word.starts_with(prefix)) word.remove_prefix(prefix.size());
  return fmt::format("{}", fmt::join(pieces, ","));
}

/// Throws UsageError for a filter that matches no case. A misspelt filter beside a correct one would silently
/// test fewer cases, and a misspelt exclusion would silently test more.
void require_matches(const std::vector<Case>& cases, const Options& options) {
  std::vector<std::string> names;
  for (const Case& c : cases) names.push_back(name(c));
  for (const std::string& words : options.selection.filters)
    for (const std::string_view filter : split(words, ',')) {
      const std::string glob(filter.substr(filter.starts_with('-') ? 1 : 0));
      const auto is_matched = [&](const std::string& id) {
        return fnmatch(glob.c_str(), id.c_str(), 0) == 0;
      };
      if (glob.empty() || std::ranges::any_of(names, is_matched)) continue;
      throw UsageError(fmt::format(
          "the filter '{0}' matches no case of profile {1}; `wgcts list --profile {1}` prints the "
          "cases; --allow-empty-filter accepts the filter",
          filter, info(options.profile).name));
    }
}

}  // namespace

void add_profile(CLI::App& command, Options& to) {
  std::string help = "how much to test:", valid;
  for (const ProfileInfo& p : profiles) {
    help += fmt::format("{} {} ({})", valid.empty() ? "" : ";", p.name, p.plan);
    valid += fmt::format("{}{}", valid.empty() ? "" : ", ", p.name);
  }
  command
      .add_option_function<std::string>(
          "--profile", [&to](const std::string& word) { to.profile = profile_named(word)->profile; }, help)
      ->check([valid](const std::string& word) {
        return profile_named(word) != nullptr
                   ? std::string()
                   : fmt::format("there is no profile '{}'; the profiles are {}", word, valid);
      })
      ->default_str("standard")
      ->group("Selection");
}

void add_selection(CLI::App& command, Options& to) {
  add_profile(command, to);
  const auto add = [&](const char* option, std::vector<std::string>& words, const char* help) {
    command.add_option(option, words, help)->allow_extra_args(false)->group("Selection");
  };
  command
      .add_option_function<std::vector<std::string>>(
          "--op",
          [&to](const std::vector<std::string>& words) {
            for (const std::string& word : words) to.selection.ops.push_back(without_prefix(word));
          },
          "functions or families, such as reduce_add, scan_exclusive, broadcast; program selects whole "
          "programs")
      ->allow_extra_args(false)
      ->group("Selection");
  add("--type", to.selection.types, "types: half, int, uint, long, ulong, float, double");
  add("--dim", to.selection.dims, "dimensions: 1, 2, 3");
  add("--filter", to.selection.filters,
      "globs over case names; a leading - excludes: 'reduce_*.float.*,-*.max.*'");
  command
      .add_flag(
          "--il", to.selection.il,
          "also test the cases without variants as SPIR-V modules, without the driver's OpenCL C compiler")
      ->group("Selection");
  command
      .add_flag("--allow-empty-filter", to.allow_empty_filter,
                "accept a filter that matches no case of the profile")
      ->group("Selection");
}

void add_driver_cache(CLI::App& command, Options& to) {
  command
      .add_flag("--driver-cache", to.driver_cache,
                "allow the driver's compile cache: faster, but may test kernels that an older build of the "
                "driver compiled")
      ->group("Driver");
}

void add_implementation(CLI::App& command, Options& to) {
  auto* file = command
                   .add_option("--implementation", to.implementation,
                               "test the builtins that this OpenCL C file defines, or with --il those that "
                               "this SPIR-V module exports, instead of the driver's builtins")
                   ->group("Driver");
  const auto add = [&](const char* option, std::vector<std::string>& words, const char* help) {
    command.add_option(option, words, help)->allow_extra_args(false)->group("Driver")->needs(file);
  };
  add("--implementation-include", to.implementation_includes,
      "search this folder for files that the implementation includes; can be repeated");
  add("--implementation-option", to.implementation_options,
      "build option for the implementation, such as -DNAME=1; can be repeated");
  command
      .add_option("--implementation-log", to.implementation_log,
                  "write the compiler's whole log to this file if the implementation does not compile")
      ->group("Driver")
      ->needs(file);
}

void add_driver(CLI::App& command, Options& to) {
  auto* kit =
      command.add_option("--kit", to.kit, "use the driver that scripts/setup NAME fetched")->group("Driver");
  command
      .add_option("--driver", to.driver,
                  "use this driver's library, .icd file or folder of .icd files, without an OpenCL loader")
      ->group("Driver")
      ->excludes(kit);
  auto* launcher = command
                       .add_option("--launcher", to.launcher,
                                   "command that starts workers, such as valgrind, 'ssh board', srun")
                       ->group("Driver")
                       ->excludes(kit);
  command
      .add_option("--worker", to.worker,
                  "path of wgcts on the machine where the launcher starts it; default: this program's path")
      ->group("Driver")
      ->needs(launcher);
  add_driver_cache(command, to);
}

void add_device(CLI::App& command, Options& to) {
  command
      .add_option("--device", to.device,
                  "index or part of a name; default: the first device with collectives")
      ->group("Driver");
  command
      .add_option("--timeout", to.timeout,
                  "time limit for each step of a case, such as build or launch, in seconds")
      ->capture_default_str()
      ->check(seconds_between(0.001, 1e6));
}

void add_seed(CLI::App& command, Options& to) {
  command.add_option("--seed", to.seed, "seed of the data")
      ->transform(decimal)
      ->check(integer_between(0, std::numeric_limits<std::uint64_t>::max()).description(""))
      ->capture_default_str();
}

std::string decimal(std::string text) {
  const auto number = whole_number(text);
  return number ? std::to_string(*number) : text;
}

CLI::Validator integer_between(std::uint64_t least, std::uint64_t most) {
  const std::string range = fmt::format("{} to {}", least, most);
  const auto objection = [least, most, range](const std::string& text) {
    const auto number = whole_number(text);
    const bool valid = number && *number >= least && *number <= most;
    return valid ? "" : fmt::format("expected an integer from {}, not '{}'", range, text);
  };
  return {objection, range};
}

std::function<std::string(const std::string&)> seconds_between(double least, double most) {
  return [least, most](const std::string& text) {
    double seconds = 0;
    const bool valid = CLI::detail::lexical_cast(text, seconds) && seconds >= least && seconds <= most;
    return valid ? ""
                 : fmt::format("expected a number of seconds from {} to {}, not '{}'", least, most, text);
  };
}

std::vector<Case> selected_cases(const Options& options) {
  const auto planned = candidates(plan(options.profile), options.selection);
  auto selected = select(planned, options.selection);
  // A soak draws its cases during the run, so a filter cannot be checked in advance.
  if (options.profile != Profile::Soak && !options.allow_empty_filter) {
    require_matches(planned, options);
    if (selected.empty())
      throw UsageError(fmt::format(
          "no case of profile {} matches all of {}; --allow-empty-filter accepts an empty selection",
          info(options.profile).name, to_arguments(options.selection)));
  }
  for (const Case& c : selected)
    if (c.given.hash)
      throw UsageError(
          fmt::format("{} is a reduced program: add --program FILE, the report that contains it", name(c)));
  return selected;
}

}  // namespace wgcts::cli

#include "cli/options/options.hpp"

#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <limits>

#include "reference/lists.hpp"
#include "reports/model/text.hpp"
#include "reports/terminal/terminal.hpp"
#include "suites/parse.hpp"
#include "system/error_words.hpp"

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
  const auto names = mapped(cases, [](const Case& c) { return name(c); });
  for (const std::string& words : options.selection.filters)
    for (const std::string_view filter : split(words, ',')) {
      const std::string glob(filter.substr(filter.starts_with('-') ? 1 : 0));
      const auto is_matched = [&](const std::string& id) {
        return fnmatch(glob.c_str(), id.c_str(), 0) == 0;
      };
      if (glob.empty() || std::ranges::any_of(names, is_matched)) continue;
      wrong_usage(
          "the filter '{0}' matches no case of profile {1}; `wgcts list --profile {1}` prints the cases; "
          "--allow-empty-filter accepts the filter",
          filter, info(options.profile).name);
    }
}

/// A test runner's environment variables, which assign a shard to each process. Sources: GoogleTest's
/// advanced guide, Bazel's Test Encyclopedia, sbatch(1).
struct Runner {
  const char *count, *index;
  const char *first, *step;  ///< of the indices; null if they are 0, 1, 2, ...
  const char* status_file;   ///< variable with a file that the process must touch; null for none
};
constexpr std::array<Runner, 3> runners{{
    {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX", nullptr, nullptr, "GTEST_SHARD_STATUS_FILE"},
    {"TEST_TOTAL_SHARDS", "TEST_SHARD_INDEX", nullptr, nullptr, "TEST_SHARD_STATUS_FILE"},
    {"SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_STEP",
     nullptr},
}};

using Environment = std::map<std::string, std::string>;

/// An empty variable counts as not set.
std::string text_of(const Environment& environment, const char* variable) {
  const auto found = variable != nullptr ? environment.find(variable) : environment.end();
  return found != environment.end() ? found->second : "";
}

std::size_t number_of(const std::string& text, const char* variable) {
  if (const auto number = whole_number<std::size_t>(text)) return *number;
  wrong_usage("{} must be an integer of at least 0, not '{}'; --shard K/N overrides it", variable, text);
}

std::optional<Shard> shard_from(const Runner& runner, const Environment& environment) {
  const std::string count_text = text_of(environment, runner.count),
                    index_text = text_of(environment, runner.index);
  if (count_text.empty() && index_text.empty()) return std::nullopt;
  if (count_text.empty() || index_text.empty())
    wrong_usage("{} is set, but {} is not; --shard K/N overrides both",
                count_text.empty() ? runner.index : runner.count,
                count_text.empty() ? runner.count : runner.index);
  const auto or_else = [&](const char* variable, std::size_t usual) {
    const std::string text = text_of(environment, variable);
    return text.empty() ? usual : number_of(text, variable);
  };
  const std::size_t count = number_of(count_text, runner.count), index = number_of(index_text, runner.index);
  const std::size_t first = or_else(runner.first, 0), step = or_else(runner.step, 1);
  if (count == 0 || count > most_shards)
    wrong_usage("{}={}: expected 1 to {}; --shard K/N overrides it", runner.count, count, most_shards);
  const bool even =
      step != 0 && index >= first && (index - first) % step == 0 && (index - first) / step < count;
  if (!even)
    wrong_usage(
        "{}={} selects no shard: expected one of {}={} evenly spaced numbers from {} on{}; --shard K/N "
        "overrides them",
        runner.index, index, runner.count, count, first,
        runner.first != nullptr ? fmt::format(", such as those of --array={}-{}", first, first + count - 1)
                                : "");
  return Shard{(index - first) / step + 1, count};
}

constexpr const char* launcher_name = "launch";

std::filesystem::path kits_folder(const std::filesystem::path& program) {
  return program.parent_path() / "kits";
}

}  // namespace

void add_profile(CLI::App& command, Options& to, bool soak) {
  std::vector<ProfileInfo> offered(profiles.begin(), profiles.end());
  if (!soak) std::erase_if(offered, [](const ProfileInfo& p) { return p.profile == Profile::Soak; });
  const std::string help = "how much to test: " + joined(offered, "; ", [](const ProfileInfo& p) {
                             return fmt::format("{} ({})", p.name, p.plan);
                           });
  command
      .add_option_function<std::string>(
          "--profile",
          [&to](const std::string& word) {
            const ProfileInfo* profile = profile_named(word);
            if (profile == nullptr)
              throw CLI::ValidationError("--profile",
                                         fmt::format("there is no profile '{}'; the profiles are {}", word,
                                                     joined(profiles, ", ", &ProfileInfo::name)));
            to.profile = profile->profile;
          },
          help)
      ->group("Selection")
      ->default_str("standard");
}

void add_selection(CLI::App& command, Options& to, bool soak) {
  add_profile(command, to, soak);
  const auto add = [&](const char* option, std::vector<std::string>& words, const char* help) {
    return add_to(command, "Selection", option, words, help)->allow_extra_args(false);
  };
  add("--op", to.selection.ops,
      "functions or families, such as reduce_add, scan_exclusive, broadcast; program selects whole programs")
      ->transform(without_prefix);
  add("--type", to.selection.types, "types: half, int, uint, long, ulong, float, double");
  add("--dim", to.selection.dims, "dimensions: 1, 2, 3");
  add("--filter", to.selection.filters,
      "globs over case names; a leading - excludes: 'reduce_*.float.*,-*.max.*'");
  add_to(command, "Selection", "--il", to.selection.il,
         "also test the cases of chain and solo as SPIR-V modules, without the driver's OpenCL C compiler, "
         "if they have no variants, or only variants of the NDRange");
  add_to(command, "Selection", "--allow-empty-filter", to.allow_empty_filter,
         "accept a filter that matches no case of the profile");
}

void add_driver_cache(CLI::App& command, Options& to) {
  add_to(command, "Driver", "--driver-cache", to.driver_cache,
         "allow the driver's compile cache: faster, but may test kernels that an older build of the "
         "driver compiled");
}

void add_implementation(CLI::App& command, Options& to) {
  auto* file = add_to(command, "Driver", "--implementation", to.implementation,
                      "test the builtins of this file (OpenCL C, or for SPIR-V cases a SPIR-V module) "
                      "instead of the driver's");
  const auto add = [&](const char* option, std::vector<std::string>& words, const char* help) {
    add_to(command, "Driver", option, words, help)->allow_extra_args(false)->needs(file);
  };
  add("--implementation-include", to.implementation_includes,
      "search this folder for files that the implementation includes; can be repeated");
  add("--implementation-option", to.implementation_options,
      "build option for the implementation, such as -DNAME=1; can be repeated");
  add_to(command, "Driver", "--implementation-log", to.implementation_log,
         "write the compiler's whole log to this file if the implementation does not compile")
      ->needs(file);
}

void add_driver(CLI::App& command, Options& to) {
  auto* kit = add_to(command, "Driver", "--kit", to.kit,
                     "name of a kit: use the driver that scripts/setup NAME fetched into build/kits");
  add_to(command, "Driver", "--driver", to.driver,
         "use this driver's library, .icd file or folder of .icd files, without an OpenCL loader")
      ->excludes(kit);
  auto* launcher = add_to(command, "Driver", "--launcher", to.launcher,
                          "command that starts workers, such as valgrind, 'ssh board', srun")
                       ->excludes(kit);
  add_to(command, "Driver", "--worker", to.worker,
         "path of wgcts on the machine where the launcher starts it; default: this program's path")
      ->needs(launcher);
  add_driver_cache(command, to);
}

void add_device(CLI::App& command, Options& to) {
  add_to(command, "Driver", "--device", to.device,
         "index or part of a name; default: the first device with collectives");
  add_timeout(command, to, "time limit for each step of a case, such as build or launch, in seconds");
}

void add_timeout(CLI::App& command, Options& to, const char* help) {
  command.add_option("--timeout", to.timeout, help)
      ->capture_default_str()
      ->check(seconds_between(0.001, 1e6));
}

void add_seed(CLI::App& command, Options& to, const std::string& help) {
  command.add_option("--seed", to.seed, help)
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
      wrong_usage("no case of profile {} matches all of {}; --allow-empty-filter accepts an empty selection",
                  info(options.profile).name, to_arguments(options.selection));
  }
  for (const Case& c : selected)
    if (c.given.hash)
      wrong_usage("{} is a reduced program: add --program FILE, the report that contains it", name(c));
  return selected;
}

void add_shard(CLI::App& command, Options& to) {
  command
      .add_option_function<std::string>(
          "--shard",
          [&to](const std::string& text) {
            try {
              to.shard = parse_shard(text);
            } catch (const std::invalid_argument& error) {
              throw CLI::ValidationError("--shard", error.what());
            }
          },
          "K/N: test the K-th of N parts of equal cost; default: from the environment variables of "
          "GoogleTest, Bazel or a Slurm array. The exit code is 0 if the part is empty and another part has "
          "cases")
      ->group("Selection");
}

ChosenShard choose_shard(const Options& options, const std::map<std::string, std::string>& environment) {
  if (options.shard) return {*options.shard, "--shard", {}};
  ChosenShard chosen;
  for (const Runner& runner : runners) {
    if (const std::string file = text_of(environment, runner.status_file); !file.empty())
      chosen.status_files.push_back(file);
    const auto shard = shard_from(runner, environment);
    if (!shard) continue;
    if (!chosen.source.empty() && chosen.shard != *shard)
      wrong_usage("{} selects shard {}, but {} selects {}: unset one, or pass --shard K/N", chosen.source,
                  text_of(chosen.shard), runner.index, text_of(*shard));
    chosen.shard = *shard;
    if (chosen.source.empty()) chosen.source = runner.index;
  }
  if (!chosen.shard.whole() && !options.quiet)
    warn("testing shard {}, from {}", text_of(chosen.shard), chosen.source);
  return chosen;
}

void touch_status_files(const ChosenShard& chosen) {
  for (const std::string& path : chosen.status_files)
    if (!std::ofstream(path, std::ios::app))
      refuse("cannot create the shard status file {}: {}", path, system::error_words(errno));
}

std::vector<std::string> kits_beside(const std::filesystem::path& program) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& kit : std::filesystem::directory_iterator(kits_folder(program), error))
    if (std::filesystem::exists(kit.path() / launcher_name, error)) names.push_back(kit.path().filename());
  std::ranges::sort(names);
  return names;
}

std::filesystem::path kit_launcher(const std::filesystem::path& program, const std::string& kit) {
  const auto kits = kits_beside(program);
  if (is_in(kit, kits)) return kits_folder(program) / kit / launcher_name;
  if (kits.empty())
    wrong_usage(
        "there is no kit '{}', and no other kit; scripts/setup NAME makes one in a checkout, and --driver "
        "FILE uses another driver",
        kit);
  wrong_usage("there is no kit '{}'; the kits are {}; make others with scripts/setup NAME", kit,
              fmt::join(kits, ", "));
}

}  // namespace wgcts::cli

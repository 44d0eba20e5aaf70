#include "cli/options/option_groups.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "suites/parse.hpp"

namespace wgcts::cli {
namespace {

const ProfileInfo* find_profile(std::string_view word) {
  const auto found = std::ranges::find(profiles, word, &ProfileInfo::name);
  return found == profiles.end() ? nullptr : &*found;
}

}  // namespace

void add_profile(CLI::App& command, Options& to) {
  std::string help = "how much:", valid;
  for (const ProfileInfo& p : profiles) {
    help += fmt::format("{} {} ({})", valid.empty() ? "" : ";", p.name, p.plan);
    valid += fmt::format("{}{}", valid.empty() ? "" : ", ", p.name);
  }
  command
      .add_option_function<std::string>(
          "--profile", [&to](const std::string& word) { to.profile = find_profile(word)->profile; }, help)
      ->check([valid](const std::string& word) {
        return find_profile(word) != nullptr
                   ? std::string()
                   : fmt::format("there is no profile '{}': valid are {}", word, valid);
      })
      ->default_str("standard")
      ->group("Selection");
}

void add_selection(CLI::App& command, Options& to) {
  add_profile(command, to);
  const auto add = [&](const char* option, std::vector<std::string>& words, const char* help) {
    command.add_option(option, words, help)->allow_extra_args(false)->group("Selection");
  };
  add("--op", to.selection.ops, "builtins or families: reduce_add, scan_exclusive, broadcast, ...");
  add("--type", to.selection.types, "half, int, uint, long, ulong, float, double");
  add("--dim", to.selection.dims, "1, 2, 3");
  add("--filter", to.selection.filters,
      "globs over case names; - in front excludes: 'reduce_*.float.*,-*.max.*'");
}

void add_driver(CLI::App& command, Options& to) {
  auto* kit =
      command.add_option("--kit", to.kit, "use the driver that scripts/setup NAME made")->group("Driver");
  command.add_option("--launcher", to.launcher, "start workers through this: valgrind, 'ssh board', srun")
      ->group("Driver")
      ->excludes(kit);
}

void add_device(CLI::App& command, Options& to) {
  command
      .add_option("--device", to.device, "index or part of a name; default: the first that has collectives")
      ->group("Driver");
  command.add_option("--timeout", to.timeout, "seconds that a case may take")
      ->capture_default_str()
      ->check(seconds_between(0.001, 1e6));
}

void add_seed(CLI::App& command, Options& to) {
  command.add_option("--seed", to.seed, "seed of the data")
      ->transform(decimal)
      ->check([](const std::string& text) {
        return whole_number(text) ? "" : "a seed is a whole number from 0 up, not '" + text + "'";
      })
      ->capture_default_str();
}

std::string decimal(std::string text) {
  const auto number = whole_number(text);
  return number ? std::to_string(*number) : text;
}

std::function<std::string(const std::string&)> seconds_between(double least, double most) {
  return [least, most](const std::string& text) {
    double seconds = 0;
    const bool valid = CLI::detail::lexical_cast(text, seconds) && seconds >= least && seconds <= most;
    return valid ? "" : fmt::format("seconds are a number from {} to {}, not '{}'", least, most, text);
  };
}

std::vector<Case> selected_cases(const Options& options) {
  return select(with_named(plan(options.profile), options.selection.filters), options.selection);
}

}  // namespace wgcts::cli

// Options that several commands share.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cli/options/options.hpp"
#include "system/machine.hpp"

namespace wgcts::cli {

/// Each function adds the options of its name.
void add_profile(CLI::App& command, Options& to);
void add_selection(CLI::App& command, Options& to);  ///< with --profile
void add_driver_cache(CLI::App& command, Options& to);
void add_implementation(CLI::App& command, Options& to);
void add_driver(CLI::App& command, Options& to);  ///< with --driver-cache
void add_device(CLI::App& command, Options& to);  ///< with --timeout
void add_seed(CLI::App& command, Options& to);
void add_shard(CLI::App& command, Options& to);

/// Removes leading zeros of a number, because CLI11 reads 010 as octal 8.
std::string decimal(std::string text);

/// Accepts integers in this range, which the help prints.
CLI::Validator integer_between(std::uint64_t least, std::uint64_t most);

/// Adds an option with an integer in this range.
template <class Number>
CLI::Option* add_integer(CLI::App& command, const char* option, Number& to, const char* help,
                         std::uint64_t least, std::uint64_t most) {
  return command.add_option(option, to, help)->check(integer_between(least, most))->transform(decimal);
}

/// For CLI::Option::check: accepts numbers in this range. It rejects nan, which CLI::Range accepts.
std::function<std::string(const std::string&)> seconds_between(double least, double most);

/// The cases of the profile that match the selection. Throws std::invalid_argument like select(). Without
/// --allow-empty-filter, throws UsageError if a filter or the whole selection matches no case.
std::vector<Case> selected_cases(const Options& options);

struct ChosenShard {
  Shard shard;
  std::string source;                     ///< "--shard", "GTEST_SHARD_INDEX", ...; empty for the default
  std::vector<std::string> status_files;  ///< the runner detects support of sharding by these files
};

/// The shard of --shard, or of the variables of GoogleTest, Bazel or Slurm, or the whole selection. Reports a
/// shard from variables on standard error. Throws UsageError if the variables are incomplete, malformed, or
/// contradict each other.
ChosenShard choose_shard(const Options& options,
                         const std::map<std::string, std::string>& environment = system::environment());

/// Creates the status files. Throws std::runtime_error if that fails.
void touch_status_files(const ChosenShard& chosen);

/// The names of the kits beside this program, sorted: drivers that scripts/setup installed into the folder
/// kits/ beside the built program.
std::vector<std::string> kits_beside(const std::filesystem::path& program);

/// The kit's launcher, a program that starts another one with the kit's driver. Throws UsageError, with the
/// names of the existing kits, if this one does not exist.
std::filesystem::path kit_launcher(const std::filesystem::path& program, const std::string& kit);

}  // namespace wgcts::cli

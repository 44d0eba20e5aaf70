// Options that several commands share; the shard of this process, from --shard or from the test runner that
// started it; and kits: drivers that scripts/setup installed into the folder kits/ beside the built program.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "cli/options/options.hpp"

namespace wgcts::cli {

/// Each adds the options that its name says.
void add_profile(CLI::App& command, Options& to);
void add_selection(CLI::App& command, Options& to);  ///< with --profile
void add_shard(CLI::App& command, Options& to);
void add_driver_cache(CLI::App& command, Options& to);
void add_implementation(CLI::App& command, Options& to);
void add_driver(CLI::App& command, Options& to);  ///< with --driver-cache
void add_device(CLI::App& command, Options& to);  ///< with --timeout
void add_seed(CLI::App& command, Options& to);

/// For CLI::Option::transform: removes leading zeros of a number, as CLI11 reads 010 as octal 8.
std::string decimal(std::string text);

/// For CLI::Option::check: accepts integers in this range, which the help prints.
CLI::Validator integer_between(std::uint64_t least, std::uint64_t most);

/// For CLI::Option::check: accepts numbers in this range. It rejects nan, which CLI::Range accepts.
std::function<std::string(const std::string&)> seconds_between(double least, double most);

/// The cases of the profile that match the selection. Throws std::invalid_argument as select() does. Without
/// --allow-empty-filter, throws UsageError if a filter or the whole selection matches no case.
std::vector<Case> selected_cases(const Options& options);

/// Like std::getenv: null if the variable is not set.
using Environment = std::function<const char*(const char*)>;

struct ChosenShard {
  Shard shard;
  std::string source;                     ///< "--shard", "GTEST_SHARD_INDEX", ...; empty for the default
  std::vector<std::string> status_files;  ///< to be touched: the runner then knows that sharding is supported
};

/// The shard of --shard, or of the variables of GoogleTest, Bazel or Slurm, or the whole selection. Throws
/// UsageError if the variables are incomplete, malformed, or contradict each other.
ChosenShard choose_shard(const Options& options, const Environment& environment);

/// The same for the environment of this process. Reports a shard from the environment on standard error.
ChosenShard choose_shard(const Options& options);

/// Creates the status files. Throws std::runtime_error if that fails.
void touch_status_files(const ChosenShard& chosen);

/// The names of the kits beside this program, sorted.
std::vector<std::string> kits_beside(const std::filesystem::path& program);

/// The kit's launcher, a program that starts another one with the kit's driver. Throws UsageError, with the
/// names of the existing kits, if this one does not exist.
std::filesystem::path kit_launcher(const std::filesystem::path& program, const std::string& kit);

}  // namespace wgcts::cli

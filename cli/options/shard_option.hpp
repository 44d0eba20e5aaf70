// The shard of this process, from --shard or from the test runner that started it.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "cli/options/options.hpp"

namespace wgcts::cli {

/// --shard.
void add_shard(CLI::App& command, Options& to);

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

}  // namespace wgcts::cli

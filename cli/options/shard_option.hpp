// Which part of the selection is this process's own: said by --shard, or by the engine that started it.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "cli/options/options.hpp"

namespace wgcts::cli {

/// --shard.
void add_shard(CLI::App& command, Options& to);

/// As std::getenv: null where a variable is not set.
using Environment = std::function<const char*(const char*)>;

struct ChosenShard {
  Shard shard;
  std::string said_by;                    ///< "--shard", "GTEST_SHARD_INDEX", ...; empty where nobody did
  std::vector<std::string> status_files;  ///< to be touched, as a sign to the engine that its wish was heard
};

/// --shard, or else what GoogleTest's, Bazel's and Slurm's variables ask for, or else the whole. Throws
/// UsageError for variables that are incomplete, malformed, or contradict each other.
ChosenShard choose_shard(const Options& options, const Environment& environment);

/// The same, of this process's environment; tells on standard error which part an engine chose.
ChosenShard choose_shard(const Options& options);

/// Makes the status files. Throws std::runtime_error.
void touch_status_files(const ChosenShard& chosen);

}  // namespace wgcts::cli

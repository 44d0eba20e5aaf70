// Options that several commands share.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "cli/options/options.hpp"

namespace wgcts::cli {

/// --profile.
void add_profile(CLI::App& command, Options& to);

/// --profile, --op, --type, --dim, --filter.
void add_selection(CLI::App& command, Options& to);

/// --driver-cache.
void add_driver_cache(CLI::App& command, Options& to);

/// --implementation.
void add_implementation(CLI::App& command, Options& to);

/// --kit, --driver, --launcher, --worker, --driver-cache.
void add_driver(CLI::App& command, Options& to);

/// --device, --timeout.
void add_device(CLI::App& command, Options& to);

/// --seed.
void add_seed(CLI::App& command, Options& to);

/// For CLI::Option::transform: a whole number stays decimal whatever it begins with. CLI11 takes 010 for 8.
std::string decimal(std::string text);

/// For CLI::Option::check: refuses what is no number of that range, nan included, which CLI::Range takes.
std::function<std::string(const std::string&)> seconds_between(double least, double most);

/// The cases that profile and selection ask for. Throws std::invalid_argument as select() does, and
/// UsageError, unless --allow-empty-filter, where one of the filters matches none or all of it together does.
std::vector<Case> selected_cases(const Options& options);

}  // namespace wgcts::cli

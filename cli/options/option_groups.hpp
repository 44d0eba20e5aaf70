// Options that several commands share.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "cli/options/options.hpp"

namespace wgcts::cli {

/// Each adds the options that its name says.
void add_profile(CLI::App& command, Options& to);
void add_selection(CLI::App& command, Options& to);  ///< with --profile
void add_driver_cache(CLI::App& command, Options& to);
void add_implementation(CLI::App& command, Options& to);
void add_driver(CLI::App& command, Options& to);  ///< with --driver-cache
void add_device(CLI::App& command, Options& to);  ///< with --timeout
void add_seed(CLI::App& command, Options& to);

/// Removes leading zeros of a number, as CLI11 reads 010 as octal 8.
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

/// The cases of the profile that match the selection. Throws std::invalid_argument as select() does. Without
/// --allow-empty-filter, throws UsageError if a filter or the whole selection matches no case.
std::vector<Case> selected_cases(const Options& options);

}  // namespace wgcts::cli

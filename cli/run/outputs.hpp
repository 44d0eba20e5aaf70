// The forms of a report that a command line may ask for.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/options/options.hpp"
#include "cli/run/output_paths.hpp"
#include "reports/model/report.hpp"

namespace wgcts::cli {

/// --json, --junit, --html, --markdown.
void add_outputs(CLI::App& command, Options& to);

/// Whether one of them is asked for.
bool has_outputs(const Options& options);

/// Whether one of them goes to the standard output.
bool takes_standard_output(const Options& options);

/// "--json, --junit, ..." for sentences.
std::string output_options();

/// check_output_paths for all of them.
void check_outputs(const Options& options, const std::vector<NamedPath>& kept);

/// Writes all of them, each whole or not at all, and removes the run's journal when its report is whole.
/// Throws what the first failure says after all were tried.
void write_outputs(const Report& report, const Options& options, const std::string& journal = {});

}  // namespace wgcts::cli

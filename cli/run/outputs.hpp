// The output formats of a report.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/options/options.hpp"
#include "cli/run/output_paths.hpp"
#include "reports/model/report.hpp"

namespace wgcts::cli {

/// --json, --junit, --html, --markdown.
void add_outputs(CLI::App& command, Options& to);

/// Whether at least one of them is given.
bool has_outputs(const Options& options);

/// Whether one of them goes to standard output.
bool takes_standard_output(const Options& options);

/// "--json, --junit, ...", for messages.
std::string output_options();

/// Calls check_output_paths() for all of them.
void check_outputs(const Options& options, const std::vector<NamedPath>& kept);

/// Writes all of them, each completely or not at all, and removes the run's journal after the JSON report. If
/// some fail, still tries the others, then throws the first error.
void write_outputs(const Report& report, const Options& options, const std::string& journal = {});

}  // namespace wgcts::cli

// The forms of a report that a command line may ask for.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/options.hpp"
#include "reports/report.hpp"

namespace wgcts {

/// --json, --junit, --html, --markdown.
void add_outputs(CLI::App& command, Options& to);

/// Whether one of them is asked for.
bool has_outputs(const Options& options);

/// Whether one of them goes to the standard output.
bool takes_standard_output(const Options& options);

/// "--json, --junit, ..." for sentences.
std::string output_options();

/// Throws UsageError where two go to one place, std::runtime_error where one cannot be written: asked before
/// a run, so that none is in vain.
void check_outputs(const Options& options);

/// Writes all of them, each whole or not at all. Throws what the first failure says after all were tried.
void write_outputs(const Report& report, const Options& options);

}  // namespace wgcts

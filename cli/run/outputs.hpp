// The files that commands read and write: the output formats of a report, and checks so that a typing error
// does not overwrite a file.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/options/options.hpp"
#include "reports/model/report.hpp"

namespace wgcts::cli {

/// A path from the command line, "-" for a standard stream, with its role.
struct NamedPath {
  std::string what;  ///< "--json", "the baseline"
  std::string path;  ///< empty if not given
};

/// The outputs of a report: --json, --junit, --html, --markdown.
void add_outputs(CLI::App& command, Options& to);
bool has_outputs(const Options& options);  ///< at least one
bool takes_standard_output(const Options& options);
std::string output_options();  ///< their names, for messages

/// Throws UsageError if two outputs go to the same file, or if an output would overwrite one of the `kept`
/// files. Throws std::runtime_error if an output cannot be written. Call it before the work, so that no work
/// is lost.
void check_output_paths(const std::vector<NamedPath>& outputs, const std::vector<NamedPath>& kept);

/// Calls check_output_paths() for all outputs of a report. Only the JSON report may replace the file
/// `rewritten`, the report that it is made from or continues.
void check_outputs(const Options& options, const std::vector<NamedPath>& kept, const NamedPath& rewritten);

/// Whether a command may read the same report twice.
enum class Repeated { Allowed, Refused };

/// The reports that a command reads, for check_output_paths(). Throws UsageError if two come from standard
/// input.
std::vector<NamedPath> reports_to_read(const std::vector<std::string>& paths,
                                       Repeated repeated = Repeated::Allowed);

/// Creates the option's folder if it does not exist. Throws UsageError if that fails, and std::runtime_error
/// if no file can be written into it.
void check_folder(const std::string& folder, const std::string& option = "--reproducers");

/// Writes all outputs of a report, each completely or not at all, and removes the run's journal after the
/// JSON report. If some fail, still tries the others, then throws the first error.
void write_outputs(const Report& report, const Options& options, const std::string& journal = {});

}  // namespace wgcts::cli

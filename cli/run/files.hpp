// The files that commands read and write: the file of --implementation, reduced programs, the output formats
// of a report, and checks so that a typing error does not overwrite a file.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/options/options.hpp"
#include "harness/program/implementation.hpp"
#include "reports/model/report.hpp"

namespace wgcts::cli {

/// The build options from --implementation-include and --implementation-option. Throws UsageError if an
/// include path is not a folder, or has a space, which build options cannot contain.
std::string implementation_build_options(const Options& options);

/// Reads an OpenCL C file or a SPIR-V module; the file may be a pipe. The digest covers the build options and
/// every file below the include folders, because macros select the included ones. Throws UsageError for other
/// files: a folder, an empty, unreadable or endless file, a text with NUL bytes, a truncated module.
harness::Implementation read_implementation(const std::string& file, const std::string& build_options);

/// Throws UsageError if the implementation is a module, and no selected case can be linked to it. Accepts an
/// empty selection, because a soak draws its cases later.
void require_modules(const DeviceFacts& device, std::span<const Case> selected);

/// The reduced programs in the report's cases, as in the report of a run with --program.
std::vector<Case> programs_of_cases(const Report& report);

/// The programs in a file; "-" is standard input. The file is a report, or a single element of a `programs`
/// list of a report. Throws UsageError for other files, and for a report without programs.
std::vector<Case> read_programs(const std::string& path);

/// The case with that name, which need not be part of a profile. A reduced program can be named by its hash,
/// and the smallest case of a bug by the bug's signature; `report` contains both. Throws std::runtime_error
/// if there is no such case, or if there is a report that is not needed.
Case named_case(const std::string& text, const std::optional<Report>& report);

/// A path from the command line, "-" for a standard stream, with its role.
struct NamedPath {
  std::string what;  ///< "--json", "the baseline"
  std::string path;  ///< empty if not given
};

/// The outputs of a report: --json, --junit, --html, --markdown.
void add_outputs(CLI::App& command, Options& to);
/// Sets the outputs that the run wrote beside its JSON report `json`, unless the user typed others.
void take_over_outputs(const RunInfo& run, const std::string& json, Options& options);
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

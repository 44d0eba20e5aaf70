// The file of --implementation, and reduced programs: named by case name or hash, or read from a file.
#pragma once

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

/// The first error in a compiler's log, with its source line and caret, and the number of further errors.
std::vector<std::string> first_error(const std::string& log);

/// Throws UsageError if the implementation is a module, and no selected case can be linked to it. Accepts an
/// empty selection, because a soak draws its cases later.
void require_modules(const DeviceFacts& device, std::span<const Case> selected);

/// The reduced programs in the report's cases and bugs, each once.
std::vector<Case> programs_of(const Report& report);

/// The reduced programs in the report's cases, as in the report of a run with --program.
std::vector<Case> programs_of_cases(const Report& report);

/// The programs in a file; "-" is standard input. The file is a report, or a single element of a `programs`
/// list of a report. Throws UsageError for other files, and for a report without programs.
std::vector<Case> read_programs(const std::string& path);

/// The case with that name, which need not be part of a profile. A reduced program can be named by its hash,
/// and the smallest case of a bug by the bug's signature; `report` contains both. Throws std::runtime_error
/// if there is no such case, or if there is a report that is not needed.
Case named_case(const std::string& text, const std::optional<Report>& report);

}  // namespace wgcts::cli

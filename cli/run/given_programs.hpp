// Reduced programs on the command line: by a name or a hash, with the file that holds their content.
#pragma once

#include <string>
#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::cli {

/// The reduced programs that the report holds: of its cases, and those that its bugs name; each once.
std::vector<Case> programs_of(const Report& report);

/// Those that are its cases alone: of a run of `--program`.
std::vector<Case> programs_of_cases(const Report& report);

/// The programs in a file, "-" for standard input: those of a report, or one alone: an element of
/// a report's lists `programs`. Throws UsageError, with one sentence, for a file that is neither, or holds no
/// program.
std::vector<Case> read_programs(const std::string& path);

/// Whether the text names a reduced program: "program.uint.1d.2.x1a2b3c4d", or "x1a2b3c4d" alone.
bool is_reduced_program(const std::string& text);

/// The case of that name, in no profile perhaps. A reduced program, which may be named by its hash alone, is
/// taken from `report`, the path of one. Throws std::runtime_error with one sentence.
Case named_case(const std::string& text, const std::string& report);

}  // namespace wgcts::cli

// Baseline files: JSON with one line for each entry, made to be edited.
#pragma once

#include <string>

#include "reports/compare/baseline.hpp"

namespace wgcts::reports {

/// Reads a baseline; "-" is standard input. Throws std::runtime_error for an invalid file, for a line that
/// matches no case of the full plan, and for a duplicate line. The message names the file and the line.
Baseline read_baseline(const std::string& path);

/// A line that expects every bad verdict of the bug's cases. Its reason is the bug's sentence.
KnownFailure line_about(const Bug& bug);

/// Writes the baseline, see OutputFile.
void write_baseline(const Baseline& baseline, const std::string& path);

}  // namespace wgcts::reports

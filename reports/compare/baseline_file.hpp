// Baselines as files that people edit: JSON, a line of its own for each entry.
#pragma once

#include <string>

#include "reports/compare/baseline.hpp"

namespace wgcts::reports {

/// The baseline in a file, "-" for standard input. Throws std::runtime_error with a sentence that names file,
/// line and, where a word is misspelt, the nearest right one; also for a line that matches no case of the
/// full plan, and for cases or bugs listed twice in the same words.
Baseline read_baseline(const std::string& path);

/// A line that expects whatever the bug's cases come to, but a pass; its reason is the bug's sentence.
KnownFailure line_about(const Bug& bug);

/// Writes it, see OutputFile.
void write_baseline(const Baseline& baseline, const std::string& path);

}  // namespace wgcts::reports

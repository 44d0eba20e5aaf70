// Properties of an output stream, the progress of a run on it, and the text at the end of a run.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>

#include "reports/model/report.hpp"
#include "results/case_result.hpp"
#include "results/timing.hpp"

namespace wgcts::reports {

/// Prints and flushes without throwing: if progress cannot be printed, the run continues. The stream's error
/// flag stays set.
void print_now(std::FILE* stream, const std::string& text);

/// Prints a remark about the run to standard error, as print_now() does.
template <class... Args>
void warn(fmt::format_string<Args...> sentence, Args&&... args) {
  print_now(stderr, "wgcts: " + fmt::format(sentence, std::forward<Args>(args)...) + "\n");
}

/// Whether the stream is a terminal with cursor movements.
bool is_terminal(std::FILE* stream);

/// Whether to use colour: on a terminal, unless the variable NO_COLOR is set.
bool wants_colour(std::FILE* stream);

/// The width of files and pipes. Their lines are not truncated, so that they can be searched.
inline constexpr std::size_t unlimited_width = 1'000'000;

/// The width in columns: COLUMNS if that is a number from 20 to 1000; otherwise the terminal's width, or 100
/// if that is unknown; unlimited_width for other streams.
std::size_t width_of(std::FILE* stream);

/// The progress of a run: a bar on a terminal, otherwise a line for each tenth of the run.
class Progress {
 public:
  /// `terminal`: whether `out` allows cursor movements, see is_terminal().
  Progress(std::size_t total, std::FILE* out, bool terminal, Clock clock = std::chrono::steady_clock::now);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Clears the bar.
  ~Progress();

  void add(Verdict verdict);

 private:
  std::string counts(double elapsed) const;

  std::size_t total_, done_ = 0, failures_ = 0, given_up_ = 0;
  std::FILE* out_;
  bool terminal_;
  Clock clock_;
  std::chrono::steady_clock::time_point start_;
  double shown_at_ = -1;         // seconds after the start
  std::size_t shown_tenth_ = 0;  // plain lines: tenths of the run already printed
};

struct TerminalStyle {
  bool colour = false;
  std::size_t width = 100;  ///< columns; only names and numbers may exceed it
  std::size_t groups = 20;  ///< maximum number of groups of failures and reasons
};

/// A paragraph for each bug that is not in the baseline.
std::string bugs_text(const Report& report, const TerminalStyle& style);

/// The matrix of builtins and types with a legend. Each number of dimensions has a mark: the number of the
/// bug, or the worst verdict. Empty if there are no cases.
std::string matrix_text(const Report& report, const TerminalStyle& style);

/// The failures that no bug explains, in groups, worst first.
std::string failures_text(const Report& report, const TerminalStyle& style);

/// The skips, by query and answer.
std::string skips_text(const Report& report, const TerminalStyle& style);

/// Device, counts, time, the report's path unless it is empty, and the verdict.
std::string summary_text(const Report& report, std::string_view report_path, const TerminalStyle& style);

std::string verdict_text(const Report& report, const TerminalStyle& style);

/// A line for a case: verdict, name, and reason.
std::string case_text(const CaseResult& result, const TerminalStyle& style);

/// A line for each of the first failing cases, and the number of the others. Empty if there are none.
std::string unexpected_text(const Report& report, const TerminalStyle& style);

/// How the workers spent their time: seconds and share of each activity, summed over all workers.
std::string timing_text(const std::vector<Timing>& workers);

/// All parts except for timing.
std::string terminal_text(const Report& report, std::string_view report_path, const TerminalStyle& style);

}  // namespace wgcts::reports

// Properties of an output stream, and the progress of a run on it: a bar on a terminal, otherwise a line for
// each tenth of the run.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <string>

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
  void show_bar(double elapsed);
  void show_line(double elapsed);
  std::string counts(double elapsed) const;

  std::size_t total_, done_ = 0, failures_ = 0, given_up_ = 0;
  std::FILE* out_;
  bool terminal_;
  Clock clock_;
  std::chrono::steady_clock::time_point start_;
  double shown_at_ = -1;         // seconds after the start
  std::size_t shown_tenth_ = 0;  // plain lines: tenths of the run already printed
};

}  // namespace wgcts::reports

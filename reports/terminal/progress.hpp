// Shows the progress of a run: a bar on a terminal, otherwise a line for each tenth of the run.
#pragma once

#include <chrono>
#include <cstdio>
#include <functional>

#include "results/case_result.hpp"

namespace wgcts::reports {

class Progress {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;

  /// `terminal`: whether `out` allows cursor movements, see is_terminal().
  Progress(std::size_t total, std::FILE* out, bool terminal, Clock clock = std::chrono::steady_clock::now);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { finish(); }

  /// Adds a case with its verdict.
  void add(Verdict verdict);
  /// Clears the bar and stops the display.
  void finish();

 private:
  void show_bar(double elapsed);
  void show_line(double elapsed);
  std::string counts(double elapsed) const;

  std::size_t total_, done_ = 0, failures_ = 0, given_up_ = 0;
  std::FILE* out_;
  bool terminal_, finished_ = false;
  Clock clock_;
  std::chrono::steady_clock::time_point start_;
  double shown_at_ = -1;         // seconds after the start
  std::size_t shown_tenth_ = 0;  // plain lines: tenths of the run already printed
};

}  // namespace wgcts::reports

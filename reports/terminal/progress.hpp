// Shows a run while it runs: a bar on a terminal, now and then a plain line elsewhere.
#pragma once

#include <chrono>
#include <cstdio>
#include <functional>

#include "results/case_result.hpp"

namespace wgcts::reports {

class Progress {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;

  /// `terminal` says that `out` can be rewritten in place: see is_terminal().
  Progress(std::size_t total, std::FILE* out, bool terminal, Clock clock = std::chrono::steady_clock::now);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { finish(); }

  /// A case has its verdict.
  void add(Verdict verdict);
  /// Clears the bar; nothing is shown after that.
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
  std::size_t shown_tenth_ = 0;  // plain lines: tenths of the run already told
};

}  // namespace wgcts::reports

// Collects the events of one case.
#pragma once

#include <string>

#include "harness/process/worker_process.hpp"
#include "results/raw_output.hpp"

namespace wgcts::harness {

/// Builds the result of the only case of an order from the worker's events.
class CaseListener {
 public:
  explicit CaseListener(const Case& c) { run_.result.the_case = c; }

  void handle_event(const Event& event);
  /// The worker failed before it was done.
  void end(const Ending& ending);

  const std::string& defect() const { return defect_; }
  IsolatedRun take() { return std::move(run_); }

 private:
  void keep(const Written& piece);
  void settle(CaseResult result);

  IsolatedRun run_;
  bool settled_ = false;
  std::string defect_;
};

}  // namespace wgcts::harness

// What is heard of one case that a worker was asked about.
#pragma once

#include <string>

#include "harness/process/worker_process.hpp"
#include "results/raw_output.hpp"

namespace wgcts::harness {

/// Puts together what a worker tells of the only case of its order.
class CaseListener {
 public:
  explicit CaseListener(const Case& c) { run_.result.the_case = c; }

  void hear(const Event& event);
  /// The worker was lost before it was done.
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

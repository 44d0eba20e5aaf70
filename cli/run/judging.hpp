// Tests the selected cases or the random cases of a soak, and fills in the report.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/options.hpp"
#include "cli/run/resume.hpp"
#include "harness/process/worker_process.hpp"
#include "harness/schedule/schedule.hpp"
#include "reports/model/report.hpp"
#include "suites/plan.hpp"

namespace wgcts::cli {

/// Draws launches from the seed, and returns those that match selection and shard. Shards of one soak are
/// disjoint.
class SoakSource {
 public:
  /// `first` is the first draw: 0, or the one after an earlier part of the soak.
  SoakSource(const Options& options, const Shard& shard, const DeviceFacts& device, std::size_t first);

  /// The cases of a launch; empty if 100000 draws in a row do not match.
  std::vector<Case> next();
  std::size_t draws() const { return draw_.number(); }

 private:
  Selection selection_;
  Shard shard_;
  Draw draw_;
};

/// Keeps the first few results of each combination of builtin, type, form, variant and verdict, so that the
/// report stays small.
class SoakSample {
 public:
  /// Continues the sample of an earlier part of the soak, if there was one. Its cases without a verdict run
  /// again.
  explicit SoakSample(const Report& earlier);

  /// Whether the result is kept. That of an unfinished case is kept unless the case failed before, because
  /// --resume runs it.
  bool add(const CaseResult& result, bool is_unfinished = false);
  /// The number of verdicts in all parts of the soak.
  std::size_t judged() const { return judged_; }
  std::vector<CaseResult> take() { return std::move(kept_); }

 private:
  std::size_t judged_ = 0;
  std::map<std::string, std::size_t> seen_;
  std::map<std::string, std::size_t> places_;  ///< of the results in kept_, by name
  std::vector<CaseResult> kept_;
};

/// Fills in the report's device, cases, workers and completeness. `report.run` is already set. `earlier` is
/// the run that --resume continues. `accept` can reject the device before the first case by an exception. The
/// caller removes the journal after it has written the report. Returns the setup of the workers. Empty if no
/// device was found.
std::optional<WorkerSetup> judge(const Options& options, std::vector<Case> cases,
                                 const std::optional<Report>& earlier, const std::string& journal_file,
                                 const std::function<void(const DeviceFacts&)>& accept, Report& report);

}  // namespace wgcts::cli

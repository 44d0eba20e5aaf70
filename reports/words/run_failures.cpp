#include "reports/words/run_failures.hpp"

#include "reports/model/printable.hpp"
#include "reports/words/failure_words.hpp"

namespace wgcts::reports {

std::vector<RunFailure> run_failures(const Report& report) {
  std::vector<RunFailure> failures;
  for (const std::string& defect : report.defects)
    failures.push_back({"defect of the suite", printable(defect), ""});
  for (const WorkerFailure& worker : report.worker_failures)
    failures.push_back({"worker", describe(worker), printable(main_log_line(worker.log))});
  return failures;
}

}  // namespace wgcts::reports

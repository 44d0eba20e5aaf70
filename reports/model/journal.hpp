// The journal: the results of a run so far, in a file beside its report, so that --resume can continue the
// run. Each line is a JSON object. The first has the run and the device. The others are results in the form
// of the report's cases, with the output of failing ones; a later line for a case replaces an earlier one.
// Worker failures and defects of the suite have lines of their own. A soak also writes its progress.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "reports/model/report.hpp"
#include "system/locked_file.hpp"

namespace wgcts::reports {

/// The path of a report's journal; empty if the report is not a regular file.
std::string journal_path(const std::string& report_path);

/// The journal of this process. After a write that fails, it calls `lost` with file and cause, and writes
/// nothing more: no exception may pass through the supervisor.
class Journal {
 public:
  using Lost = std::function<void(const std::string& cause)>;

  /// Starts a journal with the run so far, including its results. Replaces an older file. Throws
  /// std::runtime_error with file and cause, also if another process is writing it. An empty path is for a
  /// run without a journal.
  Journal(std::string path, const Report& begun, Lost lost);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Writes a line with the result, unless it is not_run. Does not buffer: it survives a crash of the
  /// process.
  void add(const CaseResult& result);
  void add(const WorkerFailure& failure);
  void add_defect(const std::string& sentence);
  /// Writes a line with the progress of a soak, as in RunInfo.
  void add_progress(std::size_t drawn, std::size_t draws);
  /// Starts again with the run so far, without superseded lines.
  void tidy(const Report& known);

 private:
  void start(const Report& begun);
  std::string line_of_case(const CaseResult& result);
  void attempt(const std::function<void()>& write);

  std::string path_;
  Lost lost_;
  std::size_t evidence_bytes_ = 0;  ///< written so far
  std::unique_ptr<system::LockedFile> file_;
};

bool is_journal(const std::string& path);

struct JournalContent {
  Report report;                         ///< incomplete, with its cases in the order of their first verdict
  std::size_t lost_bytes = 0;            ///< incomplete lines at the end, after a kill or a full disk
  std::optional<std::size_t> lost_from;  ///< the number of the first incomplete line, from 1
};

/// Reads the complete lines. Throws std::runtime_error if the file is not a journal, or if complete lines
/// follow an invalid one: then more than the end is damaged.
JournalContent read_journal(const std::string& path);

}  // namespace wgcts::reports

// What a run has judged so far, on disk beside its report, so that a run that was killed can go on. One JSON
// object a line: first what the report says of the run and its device, then a line for each result, in the
// form of the report's cases with what a failing one returned; a later line for a case replaces an earlier
// one. A soak also says how far it has come.
#pragma once

#include <optional>
#include <string>

#include "reports/model/report.hpp"
#include "system/locked_file.hpp"

namespace wgcts::reports {

/// Where the journal of a report lies; empty where there is none, since the report goes to no regular file.
std::string journal_path(const std::string& report_path);

/// The journal of this process. Every failure throws std::runtime_error with a sentence that names file and
/// cause.
class Journal {
 public:
  /// Begins a journal with what is known of the run, results included; an older file is replaced whole.
  /// Refuses while another process writes there.
  Journal(std::string path, const Report& begun);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// A line with the result, handed to the system before this returns: it outlives the process.
  void add(const CaseResult& result);
  /// A line with what was diagnosed: what the file said of bugs before no longer holds.
  void add(const std::vector<Bug>& bugs);
  /// A line that says how far a soak has come, as in RunInfo.
  void add_progress(std::size_t drawn, std::size_t draws);
  const std::string& path() const { return path_; }

 private:
  std::string line_of_case(const CaseResult& result);
  void append(const std::string& line);

  std::string path_;
  std::size_t evidence_bytes_ = 0;  ///< written so far
  std::optional<system::LockedFile> file_;
};

/// Whether the file is a journal; false where there is none.
bool is_journal(const std::string& path);

/// Whether another process is writing it.
bool is_being_written(const std::string& path);

/// What a journal amounts to.
struct JournalContent {
  Report report;                         ///< incomplete, its cases in the order of their first verdict
  std::size_t lost_bytes = 0;            ///< of a tail that a kill, or a disk, has left without a whole line
  std::optional<std::size_t> lost_from;  ///< the line, from 1, where that tail begins
};

/// Takes what is whole. Throws std::runtime_error with one sentence for anything that is no journal, and for
/// one with whole lines behind what is none: then more is wrong with the file than its end.
JournalContent read_journal(const std::string& path);

}  // namespace wgcts::reports

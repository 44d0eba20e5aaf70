// The journal of a run: its path, and a writer that tolerates write errors.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cli/options/options.hpp"
#include "reports/model/journal.hpp"

namespace wgcts::cli {

/// The path of this run's journal; empty if the run has none. Throws UsageError if an earlier run left a
/// journal there and --resume does not name it, so that its results are not lost.
std::string journal_of(const Options& options);

/// A message for a full disk: how many results the journal contains, and how to resume. The last results may
/// be missing from the journal.
std::string kept_in_journal(const std::string& path);

/// Writes the journal until a write fails; the run then continues without it. No exception may pass through
/// the supervisor.
class JournalWriter {
 public:
  /// `file` is empty if the run has no journal.
  JournalWriter(const std::string& file, const Report& begun);

  /// Rewrites the journal without superseded lines.
  void tidy(const Report& known);
  void add(const CaseResult& result);
  /// Calls `lines` with the journal, if there is one.
  void write(const std::function<void(Journal&)>& lines);

 private:
  std::optional<Journal> journal_;
};

}  // namespace wgcts::cli

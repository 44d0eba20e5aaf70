// The journal of a run: where it lies, and how it is kept for as long as it can be written.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cli/options/options.hpp"
#include "reports/model/journal.hpp"

namespace wgcts::cli {

/// Where the journal of this run lies; empty where it has none. Throws UsageError if an earlier run left one
/// there and --resume does not name it: nothing that was judged is lost silently.
std::string journal_of(const Options& options);

/// How many results lie in the journal, as it can be read back, and how to go on with them: in a sentence for
/// somebody whose disk is full. Some of what was judged may not be among them.
std::string kept_in_journal(const std::string& path);

/// Writes the journal as long as it can be written. What is thrown may not pass through the supervisor, and a
/// full disk is no reason to stop judging.
class JournalWriter {
 public:
  /// `file` is empty where the run has no journal.
  JournalWriter(const std::string& file, const Report& begun);

  /// Writes it anew without the lines that were replaced.
  void tidy(const Report& known);
  void add(const CaseResult& result);
  void add(const std::vector<Bug>& bugs);
  void add_progress(std::size_t drawn, std::size_t draws);

 private:
  void attempt(const std::function<void(Journal&)>& write);

  std::optional<Journal> journal_;
};

}  // namespace wgcts::cli

#include "cli/run/journal_writer.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "reports/model/text.hpp"
#include "reports/terminal/stream.hpp"

namespace wgcts::cli {

std::string journal_of(const Options& options) {
  const std::string path = journal_path(options.json);
  std::error_code error;
  if (path.empty() || !std::filesystem::exists(path)) return path;
  if (!is_journal(path))
    throw UsageError(
        fmt::format("{} is not a journal, but the run's journal would have this name: move the file, or "
                    "choose another --json",
                    path));
  if (system::LockedFile::is_held(path))
    throw UsageError(fmt::format(
        "another wgcts process is writing {}: wait for it to end, or choose another --json", path));
  if (std::filesystem::equivalent(path, options.resume, error)) return path;
  const std::size_t judged = read_journal(path).report.cases.size();
  if (judged == 0) return path;
  throw UsageError(
      fmt::format("{} contains {} of an unfinished run: resume it with --resume {}, or delete the file", path,
                  counted(judged, "result"), path));
}

std::string kept_in_journal(const std::string& path) {
  std::size_t kept = 0;
  try {
    kept = read_journal(path).report.cases.size();
  } catch (const std::exception&) {
    // A journal that cannot be read cannot be resumed.
  }
  if (kept == 0) return fmt::format("no result was saved in {}", path);
  return fmt::format("{} {} saved in {}: free some space, then resume with --resume {}", kept,
                     kept == 1 ? "result was" : "results were", path, path);
}

JournalWriter::JournalWriter(const std::string& file, const Report& begun) {
  if (!file.empty()) journal_.emplace(file, begun);
}

void JournalWriter::tidy(const Report& known) {
  write([&](Journal& journal) {
    const std::string file = journal.path();
    journal_.reset();  // releases its lock
    journal_.emplace(file, known);
  });
}

void JournalWriter::add(const CaseResult& result) {
  if (result.verdict != Verdict::NotRun) write([&](Journal& journal) { journal.add(result); });
}

void JournalWriter::write(const std::function<void(Journal&)>& lines) {
  if (!journal_) return;
  const std::string path = journal_->path();
  try {
    lines(*journal_);
  } catch (const std::exception& error) {
    print_now(stderr, fmt::format("wgcts: {}; the run continues without a journal: {}\n", error.what(),
                                  kept_in_journal(path)));
    journal_.reset();
  }
}

}  // namespace wgcts::cli

#include "cli/run/journal_writer.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "reports/model/printable.hpp"
#include "reports/terminal/stream.hpp"

namespace wgcts::cli {

std::string journal_of(const Options& options) {
  const std::string path = journal_path(options.json);
  std::error_code error;
  if (path.empty() || !std::filesystem::exists(path)) return path;
  if (!is_journal(path))
    throw UsageError(fmt::format(
        "{} is in the way of the run's journal, and is none: move it, or name another --json", path));
  if (is_being_written(path))
    throw UsageError(fmt::format("another wgcts is writing {}: let it end, or name another --json", path));
  if (std::filesystem::equivalent(path, options.resume, error)) return path;
  const std::size_t judged = read_journal(path).report.cases.size();
  if (judged == 0) return path;
  throw UsageError(fmt::format(
      "{} holds {} of a run that did not end: go on with it by --resume {}, or delete it to start anew", path,
      counted(judged, "result"), path));
}

std::string kept_in_journal(const std::string& path) {
  std::size_t kept = 0;
  try {
    kept = read_journal(path).report.cases.size();
  } catch (const std::exception&) {
    // What cannot be read holds nothing to go on with.
  }
  if (kept == 0) return fmt::format("no result was kept in {}", path);
  return fmt::format("{} {} kept in {}: once there is room, go on with --resume {}", kept,
                     kept == 1 ? "result was" : "results were", path, path);
}

JournalWriter::JournalWriter(const std::string& file, const Report& begun) {
  if (!file.empty()) journal_.emplace(file, begun);
}

void JournalWriter::tidy(const Report& known) {
  attempt([&](Journal& journal) {
    const std::string file = journal.path();
    journal_.reset();  // which gives its lock back
    journal_.emplace(file, known);
  });
}

void JournalWriter::add(const CaseResult& result) {
  if (result.verdict != Verdict::NotRun) attempt([&](Journal& journal) { journal.add(result); });
}

void JournalWriter::add(const std::vector<Bug>& bugs) {
  attempt([&](Journal& journal) { journal.add(bugs); });
}

void JournalWriter::add_progress(std::size_t drawn, std::size_t draws) {
  attempt([&](Journal& journal) { journal.add_progress(drawn, draws); });
}

void JournalWriter::attempt(const std::function<void(Journal&)>& write) {
  if (!journal_) return;
  const std::string path = journal_->path();
  try {
    write(*journal_);
  } catch (const std::exception& error) {
    tell(stderr,
         fmt::format("wgcts: {}; the run goes on without it: {}\n", error.what(), kept_in_journal(path)));
    journal_.reset();
  }
}

}  // namespace wgcts::cli

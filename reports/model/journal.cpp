#include "reports/model/journal.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <unordered_map>

#include "reference/lists.hpp"
#include "reports/model/text.hpp"
#include "results/json.hpp"
#include "system/output_file.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* schema_name = "wgcts-journal";
constexpr const char* beginning = R"({"schema":{"name":"wgcts-journal")";

[[noreturn]] void refuse_journal(const std::string& path, const std::string& cause) {
  throw std::runtime_error(fmt::format("the journal {}: {}", path, cause));
}

std::string line_of(const ordered_json& object) { return utf8_dump(object) + "\n"; }

std::string first_line(const Report& begun) {
  RunInfo run = begun.run;
  run.complete = false;
  run.interrupted = true;
  return line_of({{"schema", {{"name", schema_name}, {"version", "1.0"}}},
                  {"run", to_json(run)},
                  {"device", to_json(begun.device)}});
}

std::string bugs_line(const std::vector<Bug>& bugs) {
  return line_of({{"bugs", mapped(bugs, [](const Bug& bug) { return ordered_json(to_json(bug)); })}});
}

std::string line_of_failure(const WorkerFailure& failure) {
  return line_of({{"worker_failure", ordered_json(to_json(failure))}});
}

std::string line_of_defect(const std::string& sentence) { return line_of({{"defect", sentence}}); }

void take_head(const json& head, Report& report) {
  if (!head.is_object() || !head.contains("schema") || head["schema"].value("name", json()) != schema_name)
    throw std::invalid_argument("this is not a wgcts journal");
  if (head["schema"].value("version", json()) != "1.0")
    throw std::invalid_argument("it was written by a newer version of wgcts");
  report.run = run_from_json(head.at("run"));
  report.device = facts_from_json(head.at("device"));
}

/// The index of each case in the report.
using Places = std::unordered_map<std::string, std::size_t>;

void take_line(const json& object, Report& report, Places& places) {
  if (object.contains("drawn")) {
    read(object["drawn"], report.run.drawn);
    read(object.at("draws"), report.run.draws);
  } else if (object.contains("worker_failure")) {
    report.worker_failures.push_back(worker_failure_from_json(object["worker_failure"]));
  } else if (object.contains("defect")) {
    add_once(report.defects, text_from(object["defect"]));
  } else if (object.contains("bugs") && !object.contains("id")) {
    report.bugs = mapped(array_from(object["bugs"]), bug_from_json);
  } else {
    CaseResult result = result_from_json(object);
    if (object.contains("evidence"))
      result.evidence = std::make_shared<const Evidence>(evidence_from_json(object["evidence"]));
    const auto [place, is_new] = places.emplace(name(result.the_case), report.cases.size());
    if (is_new) report.cases.emplace_back();
    report.cases[place->second] = std::move(result);
  }
}

}  // namespace

std::string journal_path(const std::string& report_path) {
  std::error_code error;
  const bool regular =
      !std::filesystem::exists(report_path, error) || std::filesystem::is_regular_file(report_path, error);
  return report_path.empty() || report_path == "-" || !regular ? "" : report_path + ".journal";
}

Journal::Journal(std::string path, const Report& begun, Lost lost)
    : path_(std::move(path)), lost_(std::move(lost)) {
  if (!path_.empty()) start(begun);
}

void Journal::start(const Report& begun) {
  {
    const auto older = system::LockedFile::open(path_);
    system::OutputFile file(path_);
    evidence_bytes_ = 0;
    file.write(first_line(begun));
    for (const CaseResult& result : begun.cases) file.write(line_of_case(result));
    for (const WorkerFailure& failure : begun.worker_failures) file.write(line_of_failure(failure));
    for (const std::string& sentence : begun.defects) file.write(line_of_defect(sentence));
    if (!begun.bugs.empty()) file.write(bugs_line(begun.bugs));
    file.commit();
  }
  file_ = system::LockedFile::open(path_);
}

void Journal::add(const CaseResult& result) {
  if (result.verdict != Verdict::NotRun) attempt([&] { file_->append(line_of_case(result)); });
}

void Journal::add(const WorkerFailure& failure) {
  attempt([&] { file_->append(line_of_failure(failure)); });
}

void Journal::add_defect(const std::string& sentence) {
  attempt([&] { file_->append(line_of_defect(sentence)); });
}

/// Includes the evidence for the diagnosis until the file reaches its limit of evidence.
std::string Journal::line_of_case(const CaseResult& result) {
  constexpr std::size_t most_evidence = std::size_t{64} << 20;
  json object = to_json(result);
  if (result.evidence && evidence_bytes_ < most_evidence) {
    json evidence = to_json(*result.evidence);
    evidence_bytes_ += evidence.dump().size();
    object["evidence"] = std::move(evidence);
  }
  return line_of(object);
}

void Journal::add_progress(std::size_t drawn, std::size_t draws) {
  attempt([&] { file_->append(line_of({{"drawn", drawn}, {"draws", draws}})); });
}

void Journal::tidy(const Report& known) {
  attempt([&] {
    file_.reset();  // releases its lock
    start(known);
  });
}

void Journal::attempt(const std::function<void()>& write) {
  if (!file_) return;
  try {
    write();
  } catch (const std::exception& error) {
    lost_(error.what());
    file_.reset();
  }
}

bool is_journal(const std::string& path) {
  std::ifstream file(path);
  std::string start(std::string_view(beginning).size(), '\0');
  return file.read(start.data(), static_cast<std::streamsize>(start.size())) && start == beginning;
}

JournalContent read_journal(const std::string& path) {
  std::ifstream file(path);
  if (!file) refuse_journal(path, error_words(errno));
  JournalContent content;
  Places places;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    const bool whole = !file.eof();  // otherwise its newline is missing
    if (!whole && number == 0) break;
    ++number;
    const json object = whole ? json::parse(line, nullptr, false) : json(json::value_t::discarded);
    if (!object.is_object() && number > 1) {
      if (!content.lost_from) content.lost_from = number;
      content.lost_bytes += line.size() + (whole ? 1 : 0);
      continue;
    }
    if (content.lost_from)
      refuse_journal(path,
                     fmt::format("line {} is invalid, and complete lines follow it", *content.lost_from));
    try {
      if (number == 1)
        take_head(object, content.report);
      else
        take_line(object, content.report, places);
    } catch (const json::exception&) {
      refuse_journal(path, fmt::format("line {} is invalid", number));
    } catch (const std::exception& error) {
      refuse_journal(path, fmt::format("line {}: {}", number, error.what()));
    }
  }
  if (number == 0) refuse_journal(path, "it is not a wgcts journal, or has no complete line");
  return content;
}

}  // namespace wgcts::reports

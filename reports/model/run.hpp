// A run: its options, time and circumstances.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "suites/case.hpp"

namespace wgcts::reports {

/// A segment of a run: from the start of a process to its end. A resumed run has several. Unknown texts are
/// empty.
struct RunSegment {
  std::string started;                                ///< UTC, ISO 8601
  std::string tool;                                   ///< version and commit of wgcts
  std::vector<std::string> command;                   ///< the words of the command line
  std::string kit, driver, launcher, worker, device;  ///< as typed
  std::size_t jobs = 0;                               ///< number of workers
  std::size_t memory = 0;                             ///< limit for the buffers of a worker, in MiB
  bool driver_cache = false;                          ///< whether the drivers' compile caches were on
  std::string baseline, baseline_sha256;              ///< the baseline's file and its SHA-256
  std::map<std::string, std::string> environment;     ///< variables that drivers and loaders read
  std::string host, system, processor;
};

struct RunInfo {
  std::uint64_t seed = 0;
  std::string profile;    ///< how much of the plan: smoke, standard or full
  std::string selection;  ///< the selecting options as typed, empty for everything
  std::string shard;      ///< "2/3", the second of three; empty for the whole selection
  std::string started;    ///< UTC, ISO 8601
  double seconds = 0;
  bool complete = true;   ///< every case that was asked for has a verdict of its own
  std::size_t drawn = 0;  ///< soak: cases tested; the report contains a sample of them; 0 for other profiles
  std::size_t draws = 0;  ///< soak: the number of the next draw, for --resume; 0 for other profiles
  bool interrupted = false;            ///< by a signal or a crash
  std::vector<RunSegment> segments{};  ///< the last one finished the run
};

/// The report's `run` object, and its inverse, which throws std::exception for invalid JSON.
nlohmann::ordered_json to_json(const RunInfo& run);
RunInfo run_from_json(const nlohmann::json& object);

/// The non-empty facts of the segment as names and values, most important first.
std::vector<std::pair<std::string, std::string>> facts_of(const RunSegment& segment);

/// The cases of the run's profile and selection in plan order, without regard to its shard. Throws
/// std::invalid_argument if this version of wgcts does not have the profile or selection.
std::vector<Case> cases_asked_for(const RunInfo& run);

}  // namespace wgcts::reports

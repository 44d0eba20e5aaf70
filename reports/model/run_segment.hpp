// The circumstances of a run: command, driver options and machine.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "layers.hpp"

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

/// An element of the report's `run.legs`, and its inverse, which throws std::exception for invalid JSON.
nlohmann::ordered_json to_json(const RunSegment& segment);
RunSegment segment_from_json(const nlohmann::json& object);

/// The non-empty facts of the segment as names and values, most important first.
std::vector<std::pair<std::string, std::string>> facts_of(const RunSegment& segment);

}  // namespace wgcts::reports

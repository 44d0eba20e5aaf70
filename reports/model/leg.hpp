// How a run came about, so that its report can be believed later.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "layers.hpp"

namespace wgcts::reports {

/// A stretch of a run, from its start until it ended, was stopped or died. A run that --resume went on with
/// has several. Texts are empty where nothing was said or seen.
struct Leg {
  std::string started;                                ///< UTC, ISO 8601
  std::string tool;                                   ///< the suite's version and commit
  std::vector<std::string> command;                   ///< the command line, word by word
  std::string kit, driver, launcher, worker, device;  ///< as typed
  std::size_t jobs = 0;                               ///< workers at a time
  std::size_t memory = 0;                             ///< MiB that a worker's buffers may have together
  bool driver_cache = false;                          ///< whether drivers could use what they compiled before
  std::string baseline, baseline_sha256;              ///< its file, and what that held
  std::map<std::string, std::string> environment;     ///< the variables that act on drivers
  std::string host, system, processor;
};

/// An object of the report's `run.legs`, and its inverse, which throws std::exception for anything else.
nlohmann::ordered_json to_json(const Leg& leg);
Leg leg_from_json(const nlohmann::json& object);

/// What the leg says, as names and values in the order in which people ask; those that say nothing are left
/// out.
std::vector<std::pair<std::string, std::string>> facts_of(const Leg& leg);

}  // namespace wgcts::reports

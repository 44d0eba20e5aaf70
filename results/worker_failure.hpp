// Workers that ended abnormally outside of cases.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "layers.hpp"

namespace wgcts::results {

struct WorkerFailure {
  std::string stage;           ///< completes "a worker failed ...": "while idle", "at its end"
  int signal = 0;              ///< the signal that killed it; 0 if it exited
  std::int64_t exit_code = 0;  ///< if it exited
  std::string log;             ///< the end of its output
  bool operator==(const WorkerFailure&) const = default;
};

/// "a worker was killed by SIGSEGV at its end", "a worker ended with exit code 99 while idle".
std::string describe(const WorkerFailure& failure);

/// An element of the report's `worker_failures` list.
nlohmann::json to_json(const WorkerFailure& failure);
/// The inverse; throws std::exception for invalid JSON.
WorkerFailure worker_failure_from_json(const nlohmann::json& json);

}  // namespace wgcts::results

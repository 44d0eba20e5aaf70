// Workers that ended badly without taking a case along: no verdict is theirs, and yet something is wrong.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "layers.hpp"

namespace wgcts::results {

struct WorkerFailure {
  std::string stage;           ///< "idle", "at its end": what it was at, to follow "a worker failed"
  int signal = 0;              ///< what killed it; 0 where it ended by itself
  std::int64_t exit_code = 0;  ///< of one that ended by itself
  std::string log;             ///< the end of what it printed
  bool operator==(const WorkerFailure&) const = default;
};

/// "a worker was killed by SIGSEGV at its end", "a worker ended with exit code 99 while idle".
std::string describe(const WorkerFailure& failure);

/// An object of the report's `worker_failures` list.
nlohmann::json to_json(const WorkerFailure& failure);
/// Its inverse; throws std::exception on anything else.
WorkerFailure worker_failure_from_json(const nlohmann::json& json);

}  // namespace wgcts::results

// How workers are started, and what they are allowed.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/program/implementation.hpp"
#include "harness/program/layout.hpp"

namespace wgcts::harness {

class EarlyWorkers;

struct WorkerSetup {
  std::vector<std::string> command;     ///< what starts a worker: launcher, program, arguments
  double timeout = 60;                  ///< seconds that a case may take
  unsigned jobs = 1;                    ///< workers at a time
  unsigned retries = 0;                 ///< how often a failing case may be run again, see to_retry()
  std::size_t memory = default_memory;  ///< bytes that a worker's buffers may have together
  std::optional<Implementation> implementation = {};  ///< judged in place of the driver's builtins
  std::shared_ptr<EarlyWorkers> early = {};  ///< those that run already; the first run of cases takes them
  std::string launcher = {};  ///< what of the command the user named as a launcher; may be empty
};

}  // namespace wgcts::harness

// How workers are started, and their limits.
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
  std::vector<std::string> command;     ///< the command of a worker: launcher, program, arguments
  double timeout = 60;                  ///< seconds for each stage of a case
  unsigned jobs = 1;                    ///< maximum number of workers at a time
  unsigned retries = 0;                 ///< how often a failing case may be retried, see cases_to_retry()
  std::size_t memory = default_memory;  ///< limit of all buffers of a worker together, in bytes
  std::optional<Implementation> implementation = {};  ///< judged instead of the driver's builtins
  std::shared_ptr<EarlyWorkers> early = {};           ///< running workers, used by the first run of cases
  std::string launcher = {};  ///< the part of the command that the user gave as a launcher; may be empty
};

}  // namespace wgcts::harness

// Exceptions of a worker when the driver refuses.
#pragma once

#include <stdexcept>
#include <string>

#include "results/case_result.hpp"

namespace wgcts::harness {

/// The driver refused. The cases of the current phase have no result.
struct Refusal : std::runtime_error {
  Refusal(Verdict v, const std::string& message, std::string build_log = {})
      : std::runtime_error(message), verdict(v), log(std::move(build_log)) {}
  Verdict verdict;  ///< BuildError or LaunchError
  std::string log;
};

/// The device did not give the buffers that it reports. No builtin was called.
struct NoBuffers : Refusal {
  explicit NoBuffers(const std::string& message) : Refusal(Verdict::LaunchError, message) {}
};

}  // namespace wgcts::harness

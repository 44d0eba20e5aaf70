// What a worker throws when the driver refuses.
#pragma once

#include <stdexcept>
#include <string>

#include "results/case_result.hpp"

namespace wgcts::harness {

/// The driver refused; the cases of the phase that was begun last have no result.
struct Refusal : std::runtime_error {
  Refusal(Verdict v, const std::string& message, std::string build_log = {})
      : std::runtime_error(message), verdict(v), log(std::move(build_log)) {}
  Verdict verdict;  ///< BuildError or LaunchError
  std::string log;
};

/// The device did not give the buffers that it promises. No builtin is to blame: none has been called.
struct NoBuffers : Refusal {
  explicit NoBuffers(const std::string& message) : Refusal(Verdict::LaunchError, message) {}
};

}  // namespace wgcts::harness

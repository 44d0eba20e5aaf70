// An error of the suite itself, which stops the run.
#pragma once

#include <stdexcept>

#include "layers.hpp"

namespace wgcts::harness {

/// A check accepts a result that it should reject, so all verdicts are invalid.
struct SuiteDefect : std::logic_error {
  using std::logic_error::logic_error;
};

}  // namespace wgcts::harness

// What stops a run because the suite itself is wrong.
#pragma once

#include <stdexcept>

#include "layers.hpp"

namespace wgcts::harness {

/// A check that would accept an answer it should tell apart. No verdict of such a suite counts.
struct SuiteDefect : std::logic_error {
  using std::logic_error::logic_error;
};

}  // namespace wgcts::harness

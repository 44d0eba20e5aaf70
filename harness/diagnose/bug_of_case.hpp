// A single failure in the shape of a bug.
#pragma once

#include "results/bug.hpp"

namespace wgcts::harness {

/// A bug that is one case's failure, for a case that nobody diagnosed.
Bug bug_of(const CaseResult& result);

}  // namespace wgcts::harness

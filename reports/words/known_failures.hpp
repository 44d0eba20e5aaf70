// The failures that the baseline expects.
#pragma once

#include <string>
#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::reports {

struct KnownGroup {
  std::size_t cases = 0;
  std::string reason, bug;  ///< one printable line each; `bug` may be empty
};

/// The expected failures by reason and bug, sorted by number of cases.
std::vector<KnownGroup> known_failures(const Report& report);

}  // namespace wgcts::reports

// What a baseline expects to fail, and does.
#pragma once

#include <string>
#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::reports {

struct KnownGroup {
  std::size_t cases = 0;
  std::string reason, bug;  ///< each of one printable line; bug may be empty
};

/// The expected failures by reason and bug, the most cases first.
std::vector<KnownGroup> known_failures(const Report& report);

}  // namespace wgcts::reports

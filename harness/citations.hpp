// Which clauses a case stands for, beside those of its checks.
#pragma once

#include <set>
#include <string>

#include "harness/facts.hpp"

namespace wgcts {

/// The clauses that the case's kind cites on such a device, whatever its data.
std::set<std::string> standing_clauses(const Case& c, const DeviceFacts& facts);

}  // namespace wgcts

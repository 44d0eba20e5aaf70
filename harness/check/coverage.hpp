// The clauses that the cases cover.
#pragma once

#include <string_view>
#include <vector>

#include "reference/clauses.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// A clause with the number of cases that cite it.
struct Covered {
  const Clause* clause;
  std::size_t cases = 0;
  std::string_view reason;  ///< why no case cites it; may be empty
};

/// Every clause, in its order, with the number of cases that cite it on a device with these facts.
std::vector<Covered> coverage_of(const std::vector<Case>& cases, const DeviceFacts& facts);

}  // namespace wgcts::harness

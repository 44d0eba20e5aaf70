// Which clauses of the register the cases stand for.
#pragma once

#include <string_view>
#include <vector>

#include "reference/clauses.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// A clause, and how many cases cite it.
struct Covered {
  const Clause* clause;
  std::size_t cases = 0;
  std::string_view reason;  ///< why no case does; empty where one does, or nobody knows
};

/// Every clause of the register, in its order, with the cases that cite it on a device with these facts.
std::vector<Covered> coverage_of(const std::vector<Case>& cases, const DeviceFacts& facts);

}  // namespace wgcts::harness

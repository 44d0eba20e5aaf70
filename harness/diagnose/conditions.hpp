// The conditions that may part wrong places from right ones.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "harness/diagnose/place.hpp"
#include "results/bug.hpp"

namespace wgcts::harness {

/// Something that can be said of where a work-group stands.
struct Condition {
  CauseWord word;   ///< {"size", {{">", "64"}}}
  double cost = 1;  ///< how far-fetched it is
  std::function<bool(const Place&)> holds;
};

/// All conditions that hold at every wrong place, and somewhere not at a right one.
std::vector<Condition> conditions_for(std::span<const Place> wrong, std::span<const Place> right);

}  // namespace wgcts::harness

// Sums that may differ by a little: one number for how much in place of two bounds for each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/diagnose/minimal.hpp"

namespace wgcts::reports {

struct Slack {
  /// What each element should be, give or take: bits of the output's type, of float where that is half.
  std::vector<std::uint64_t> want;
  std::string text;  ///< how far off any of them may be, as C writes it
};

/// The widest bounds of all elements of the specimen's output of that number, so that no legal answer is
/// condemned; nothing where elements are not bounded, or where nothing that was wrong is wrong by it.
std::optional<Slack> slack_of(const Specimen& specimen, std::size_t output = 0);

}  // namespace wgcts::reports

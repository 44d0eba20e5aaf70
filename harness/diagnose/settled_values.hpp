// Values that a literal case may be given in place of its own: what the specification says of them.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/judge.hpp"
#include "suites/builtin.hpp"

namespace wgcts::harness {

std::uint64_t bits_of_number(GenType type, std::int64_t number);

/// Whether the specification says what comes of these values, given bit for bit: sums do not overflow, and
/// are small enough to be exact in every floating-point type but half, where they are bounded.
bool are_settled(const Builtin& builtin, GenType type, const std::vector<std::uint64_t>& x);

/// How results of such values are judged.
Rule rule_for(const Builtin& builtin, GenType type);

}  // namespace wgcts::harness

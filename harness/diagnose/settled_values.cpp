#include "harness/diagnose/settled_values.hpp"

#include <bit>
#include <cmath>

namespace wgcts::harness {
namespace {

/// Sums of so few and small values are exact in every floating-point type but half, where they are bounded.
constexpr double largest_simple_sum = 1 << 20;

double number_of_bits(GenType type, std::uint64_t bits) {
  return with_gentype(
      type, [&]<class T>() { return static_cast<double>(std::bit_cast<T>(static_cast<bits_of<T>>(bits))); });
}

}  // namespace

std::uint64_t bits_of_number(GenType type, std::int64_t number) {
  return with_gentype(
      type, [&]<class T>() -> std::uint64_t { return std::bit_cast<bits_of<T>>(static_cast<T>(number)); });
}

Rule rule_for(const Builtin& builtin, GenType type) {
  const auto [family, op] = builtin.collective;
  if (is_predicate(family)) return Rule::Truth;
  if (family == Family::Broadcast) return Rule::Bits;
  return op == Op::Add && is_floating(type) ? Rule::Bounded : Rule::Exact;
}

bool are_settled(const Builtin& builtin, GenType type, const std::vector<std::uint64_t>& x) {
  const auto [family, op] = builtin.collective;
  double plus = 0, minus = 0;
  for (const std::uint64_t bits : x) {
    const double value = number_of_bits(type, bits);
    if (std::isnan(value) && family != Family::Broadcast) return false;
    (value > 0 ? plus : minus) += value;
  }
  if (op != Op::Add) return true;
  const double largest = is_floating(type)      ? (type == GenType::Half ? 60000 : largest_simple_sum)
                         : type == GenType::Int ? 0x7fffffff
                                                : 9e18;
  const bool wraps = type == GenType::UInt || type == GenType::ULong;
  return wraps || (plus <= largest && -minus <= largest);
}

}  // namespace wgcts::harness

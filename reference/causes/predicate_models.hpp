// Wrong models of all and any.
#pragma once

#include "reference/causes/plain_models.hpp"

namespace wgcts::reference::causes {

template <class T>
Results<T> inverted(const Scene<T>& s, const Cause& c) {
  const auto is_true = [](T v) { return v != T{0}; };
  const bool of = c.choice == 1   ? std::ranges::any_of(s.x, is_true)
                  : c.choice == 2 ? std::ranges::all_of(s.x, is_true)
                                  : is_true(s.truth[0]);
  // The opposite of the builtin's own result is choice 0.
  if (c.choice == 1 && s.collective.family == Family::Any) return std::nullopt;
  if (c.choice == 2 && s.collective.family == Family::All) return std::nullopt;
  return std::vector<T>(s.lanes(), T(!of));
}

inline Cause narrowing(Narrow choice, std::int64_t n = 0, std::uint8_t variant = 0) {
  return {.choice = static_cast<std::uint8_t>(choice), .variant = variant, .n = n};
}

/// Suggests each number of lost upper or lower bits that explains the work-group, the smallest first. The
/// true number of a fault is suggested for each of its wrong work-groups, smaller ones only for some.
template <class T>
void suggest_lost_bits(const Scene<T>& s, Causes& to) {
  // In `any`, every true value is lost. In `all`, at least one is.
  const bool of_all = s.collective.family == Family::All;
  int lower = of_all ? 32 : 0, upper = lower;
  const auto take = [&](int& lost, int bits) { lost = of_all ? std::min(lost, bits) : std::max(lost, bits); };
  for (const T v : s.x) {
    const auto bits = static_cast<std::uint32_t>(static_cast<std::int64_t>(v));
    if (bits == 0) continue;
    take(lower, std::bit_width(bits));
    take(upper, 32 - std::countr_zero(bits));
  }
  // Range keeps the upper bits, Bits the lower ones. A single bit that is left has another name.
  for (int lost = std::max(lower, 1); lost < 31; ++lost)
    to.push_back(narrowing(Narrow::Range, lost | 32 << 8));
  // If only the sign is lost, value_lost explains the work-group.
  if (upper > 1)
    for (int lost = upper; lost < 31; ++lost) to.push_back(narrowing(Narrow::Bits, 32 - lost));
}

// `narrowed` for predicates: bits of each value, or of the number of true (variant 1: false) values.
template <class T>
void suggest_narrowed_predicate(const Scene<T>& s, std::span<const T>, Causes& to) {
  to.push_back(narrowing(Narrow::LowBit));
  to.push_back(narrowing(Narrow::SignBit));
  suggest_lost_bits(s, to);
  // Bytes in the middle, and the exponents of a half and a float: a device that compares the predicate as
  // such a number and flushes subnormals reads only these bits.
  constexpr std::pair<int, int> middles[] = {{8, 16}, {8, 24}, {16, 24}, {10, 15}, {23, 31}};
  for (const auto& [from, end] : middles) to.push_back(narrowing(Narrow::Range, from | end << 8));
  const std::uint8_t counts = s.collective.family == Family::All ? 2 : 1;
  for (std::uint8_t variant = 0; variant < counts; ++variant) {
    // Widest first: a count that overflows a wide counter overflows every narrower one.
    for (const std::int64_t bits : {16, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2})
      to.push_back(narrowing(Narrow::CountBits, bits, variant));
    to.push_back(narrowing(Narrow::CountLowBit, 0, variant));
  }
}
template <class T>
Results<T> narrowed_predicate(const Scene<T>& s, const Cause& c) {
  const auto how = static_cast<Narrow>(c.choice);
  const bool of_count = how == Narrow::CountBits || how == Narrow::CountLowBit;
  const bool of_all = s.collective.family == Family::All;
  if (c.variant == 1 && !(of_count && of_all)) return std::nullopt;
  const auto below = [](std::uint32_t v, unsigned bits) { return bits < 32 ? v & ((1U << bits) - 1) : v; };
  const auto kept = [&](std::uint32_t v) -> std::uint32_t {
    const auto n = static_cast<unsigned>(c.n);
    if (how == Narrow::LowBit || how == Narrow::CountLowBit) return v & 1;
    if (how == Narrow::SignBit) return v >> 31;
    if (how == Narrow::Range) return below(v, n >> 8) >> (n & 255);
    return below(v, n);
  };
  if (of_count) {
    std::uint32_t trues = 0;
    for (const T v : s.x) trues += v != T{0} ? 1U : 0U;
    // If the counter cannot hold n, no count equals n.
    const auto n = static_cast<std::uint32_t>(s.lanes());
    const bool is_true = c.variant == 1 ? kept(n - trues) == 0
                         : of_all       ? n == kept(n) && kept(trues) == n
                                        : kept(trues) != 0;
    return std::vector<T>(s.lanes(), T(is_true));
  }
  auto x = s.x;
  if constexpr (std::is_same_v<T, std::int32_t>)
    for (T& v : x) v = T(kept(static_cast<std::uint32_t>(v)) != 0);
  return answers<T>(s.collective, x, 0);
}

// Variant 1 of aggregated_as compares the sum with the number of lanes.
template <class T>
Results<T> aggregated_as(const Scene<T>& s, const Cause& c) {
  std::uint32_t all = ~0U, any = 0, odd = 0, sum = 0;
  for (const T v : s.x) {
    const auto bits = static_cast<std::uint32_t>(static_cast<std::int64_t>(v));
    all &= bits, any |= bits, odd ^= bits, sum += bits;
  }
  const std::uint32_t values[] = {all, any, odd, sum};
  constexpr std::uint8_t of_sum = 3;
  if (c.variant == 1 && c.choice != of_sum) return std::nullopt;
  if (c.variant == 1) return std::vector<T>(s.lanes(), T(sum == s.lanes()));
  return std::vector<T>(s.lanes(), T(values[c.choice] != 0));
}

}  // namespace wgcts::reference::causes

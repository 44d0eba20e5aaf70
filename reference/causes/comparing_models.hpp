// Wrong models of min and max that compare values in another order.
#pragma once

#include "reference/causes/plain_models.hpp"
#include "reference/lists.hpp"

namespace wgcts::reference::causes {

/// The key of the value in that comparison. Nothing if the comparison makes no difference to the type.
template <class T>
std::optional<ExactNumber> seen_as(Comparison how, T v) {
  const auto bits = std::bit_cast<bits_of<T>>(v);
  using Signed = std::make_signed_t<bits_of<T>>;
  const auto unless = [](bool never, const ExactNumber& value) {
    return never ? std::nullopt : std::optional(value);
  };
  switch (how) {
    case Comparison::Signed:
      return unless(is_float_v<T> || std::is_signed_v<T>, static_cast<Signed>(bits));
    case Comparison::Unsigned:
      return unless(is_float_v<T> || std::is_unsigned_v<T>, bits);
    case Comparison::Bits:
      return unless(!is_float_v<T>, static_cast<Signed>(bits));
    case Comparison::Magnitude:
      return unless(std::is_unsigned_v<T>, abs(ExactNumber(v)));
    case Comparison::LowWord:
      return unless(sizeof(T) != 8, bits & 0xffffffffU);
    case Comparison::HighWord:
      // The high word of an unsigned value has no sign.
      if constexpr (std::is_unsigned_v<T>) return unless(sizeof(T) != 8, bits >> (sizeof(T) * 4));
      return unless(sizeof(T) != 8, static_cast<Signed>(bits) >> (sizeof(T) * 4));
    case Comparison::Float:
      return unless(sizeof(T) < 4 || std::is_same_v<T, float>, static_cast<float>(v));
    case Comparison::Double:
      return unless(sizeof(T) < 8 || is_float_v<T>, static_cast<double>(v));
  }
  __builtin_unreachable();
}

// Variants of compared_as: 0 returns the winning value, 1 its magnitude. 2 compares with the words swapped. 3
// is 0 with the identity of the other signedness in exclusive scans. 4 compares the bits as unsigned.
inline constexpr std::uint8_t comparison_variants = 5;
inline bool has_variant(Collective collective, Comparison how, std::uint8_t variant) {
  if (variant == 1) return how == Comparison::Magnitude;
  if (variant == 2) return how == Comparison::LowWord;
  if (variant == 3) return collective.family == Family::ScanExclusive && how <= Comparison::Unsigned;
  if (variant == 4) return how == Comparison::Bits;
  return true;
}
/// The identity of the integer type with the opposite signedness.
template <class T>
T least_of_other_sign(Op op) {
  if constexpr (is_float_v<T>) {
    return identity<T>(op);
  } else {
    using Other = std::conditional_t<std::is_signed_v<T>, std::make_unsigned_t<T>, std::make_signed_t<T>>;
    return static_cast<T>(identity<Other>(op));
  }
}
template <class T>
Results<T> compared_as(const Scene<T>& s, const Cause& c) {
  const auto how = static_cast<Comparison>(c.choice);
  if (!seen_as(how, s.x[0]) || !has_variant(s.collective, how, c.variant)) return std::nullopt;
  const auto magnitude = [](T v) { return v < T{0} ? difference(T{0}, v) : v; };
  const auto key = [&](T v) {
    // The least integer keeps its value: its magnitude does not fit into the type.
    if (c.variant == 1) return ExactNumber(magnitude(v));
    if (c.variant == 4) return ExactNumber(std::bit_cast<bits_of<T>>(v));
    if (c.variant != 2) return *seen_as(how, v);
    const auto bits = std::bit_cast<bits_of<T>>(v);
    // The swapped words are compared by the type's own order.
    const auto swapped =
        std::bit_cast<T>(static_cast<bits_of<T>>(bits << (sizeof(T) * 4) | bits >> (sizeof(T) * 4)));
    return ExactNumber(swapped);
  };
  const bool max = s.collective.op == Op::Max;
  const auto result = [&](T v) { return c.variant == 1 ? magnitude(v) : v; };
  std::vector<T> got;
  T best = s.x[0];
  for (const T v : s.x) {
    if (max ? key(best) < key(v) : key(v) < key(best)) best = v;
    got.push_back(result(best));
  }
  if (s.collective.family == Family::Reduce) return std::vector<T>(s.lanes(), result(best));
  if (s.collective.family == Family::ScanExclusive) {
    const Op op = s.collective.op;
    got.insert(got.begin(), c.variant == 3 ? least_of_other_sign<T>(op) : identity<T>(op));
    got.pop_back();
  }
  return got;
}
/// Whether `got` fits the model. Any of the values with equal keys may win.
template <class T>
bool ties_count(const Scene<T>& s, const Cause& c, std::span<const T> model, std::span<const T> got) {
  const auto how = static_cast<Comparison>(c.choice);
  const bool may_tie = how == Comparison::LowWord || how == Comparison::HighWord ||
                       how == Comparison::Float || how == Comparison::Double || how == Comparison::Magnitude;
  for (std::size_t lane = 0; lane < got.size(); ++lane) {
    if (agrees<T>(s, lane, model[lane], got[lane])) continue;
    if (!may_tie || c.variant != 0 || *seen_as(how, model[lane]) != *seen_as(how, got[lane])) return false;
    if (!is_in(got[lane], s.x)) return false;
  }
  return true;
}
template <class T>
bool fits_compared(const Scene<T>& s, const Cause& c, std::span<const T> got) {
  const auto model = compared_as(s, c);
  return model && ties_count<T>(s, c, *model, got);
}
/// Suggests the comparisons that return exactly `got`. If there is none, suggests those that explain it by
/// ties: a coarse comparison has ties wherever a finer one differs.
template <class T>
void suggest_compared(const Scene<T>& s, std::span<const T> got, Causes& to) {
  constexpr auto last = static_cast<std::uint8_t>(Comparison::Double);
  std::vector<Cause> exact, tied;
  for (std::uint8_t how = 0; how <= last; ++how)
    for (std::uint8_t variant = 0; variant < comparison_variants; ++variant) {
      const Cause cause{.choice = how, .variant = variant};
      const auto model = compared_as(s, cause);
      if (model && agree<T>(s, *model, got))
        exact.push_back(cause);
      else if (model && ties_count<T>(s, cause, *model, got))
        tied.push_back(cause);
    }
  std::ranges::copy(exact.empty() ? tied : exact, std::back_inserter(to));
}
template <class T>
bool changes_compared(const Scene<T>& s, const Cause& c) {
  const auto model = compared_as(s, c);
  return model && !ties_count<T>(s, c, *model, s.truth);
}

}  // namespace wgcts::reference::causes

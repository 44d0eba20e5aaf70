// Wrong models in which special values are lost, or last places are off.
#pragma once

#include "reference/causes/plain_models.hpp"

namespace wgcts::reference::causes {

template <class T>
bool is_lost(Lost which, T v) {
  switch (which) {
    case Lost::Nan:
      return is_nan(v);
    case Lost::Inf:
      return is_float_v<T> && std::isinf(static_cast<double>(v));
    case Lost::NegativeZero:
      return is_float_v<T> && v == T{0} && std::bit_cast<bits_of<T>>(v) != 0;
    case Lost::Subnormal:
      return is_float_v<T> && v != T{0} && v < Limits<T>::min_normal() &&
             v > static_cast<T>(-Limits<T>::min_normal());
    case Lost::TypeMin:
      return v == Limits<T>::lowest();
    case Lost::TypeMax:
      return v == Limits<T>::max();
    case Lost::MinusOne:
      return v == static_cast<T>(-1);
    case Lost::Negative:
      return v < T{0};
  }
  __builtin_unreachable();
}

// value_lost: variant 0 becomes 0, 1 does not take part, 2 stops at the largest finite number, +3: of
// results; 6: INF - INF gives INF
template <class T>
Results<T> value_lost(const Scene<T>& s, const Cause& c) {
  const auto lost = static_cast<Lost>(c.choice);
  const auto instead = [&](T v) {
    switch (c.variant % 3) {
      case 1:
        return s.collective.family == Family::Broadcast ? T{0} : neutral<T>(s.collective);
      case 2:
        return v < T{0} ? Limits<T>::lowest() : Limits<T>::max();
      default:
        return T{0};
    }
  };
  const bool of_values = c.variant < 3, subtracts = c.variant == 6;
  if (subtracts && lost != Lost::Nan) return std::nullopt;
  auto values = of_values ? s.x : s.truth;
  if (std::ranges::none_of(values, [&](T v) { return is_lost(lost, v); })) return std::nullopt;
  for (T& v : values)
    if (is_lost(lost, v)) v = subtracts ? Limits<T>::infinity() : instead(v);
  if (of_values) return answers<T>(s.collective, values, s.source);
  return values;
}

/// As far from the truth as a careless sum may be.
template <class T>
bool fits_inexact(const Scene<T>& s, const Cause&, std::span<const T> got) {
  if constexpr (!is_float_v<T>) return false;
  // Of a half no more bits than that are left.
  constexpr double near = Limits<T>::precision < 16 ? 0x1p-6 : 0x1p-8;
  if (is_predicate(s.collective.family)) return false;
  for (std::size_t lane = 0; lane < got.size(); ++lane) {
    if (is_right(s, lane, got[lane])) continue;
    // The largest finite number made a little larger is infinity; nothing else is near that.
    const T came_finite = std::clamp(got[lane], Limits<T>::lowest(), Limits<T>::max());
    const auto truth = static_cast<double>(s.truth[lane]), came = static_cast<double>(came_finite);
    if (!std::isfinite(came) || !std::isfinite(truth) || !(std::abs(came - truth) <= near * std::abs(truth)))
      return false;
  }
  return true;
}
template <class T>
Results<T> no_answer(const Scene<T>&, const Cause&) {
  return std::nullopt;
}

}  // namespace wgcts::reference::causes

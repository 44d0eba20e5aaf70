// Simple wrong models: constants, identities, single values, other builtins, lost special values, and the
// results of other calls or work-groups.
#pragma once

#include "reference/causes/wrong_model.hpp"

namespace wgcts::reference::causes {

using Causes = std::vector<Cause>;

// Which collectives may have a fault.
inline bool gives_truth(Collective c) { return is_predicate(c.family); }
inline bool gives_value(Collective c) { return !gives_truth(c); }
inline bool names_lane(Collective c) { return c.family == Family::Broadcast; }
inline bool joins_lanes(Collective c) { return !names_lane(c); }
inline bool has_operation(Collective c) { return c.op != Op::None; }
inline bool has_identity_first(Collective c) { return c.family == Family::ScanExclusive; }
inline bool is_scan(Collective c) { return c.family == Family::ScanInclusive || has_identity_first(c); }
inline bool is_sum(Collective c) { return c.op == Op::Add; }
inline bool is_extreme(Collective c) { return c.op == Op::Min || c.op == Op::Max; }

template <class T>
bool holds(const ExactNumber& value) {
  return is_float_v<T> ||
         (value >= ExactNumber(Limits<T>::lowest()) && value <= ExactNumber(Limits<T>::max()));
}

/// The value that does not change the result.
template <class T>
T neutral(Collective c) {
  return c.family == Family::All ? T{1} : c.family == Family::Any ? T{0} : identity<T>(c.op);
}

/// The value of all lanes. Nothing if they differ.
template <class T>
std::optional<T> value_everywhere(std::span<const T> got) {
  for (const T value : got)
    if (!same_bits(value, got[0])) return std::nullopt;
  return got[0];
}

/// Widths that a driver may use. Other widths would only cost time.
inline constexpr std::int64_t usual_widths[] = {2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512, 1024};

/// Calls f with each of the widths below `lanes`.
template <class F>
void each_width(std::size_t lanes, F f) {
  for (const std::int64_t width : usual_widths)
    if (width < static_cast<std::int64_t>(lanes)) f(width);
}

template <class T>
void suggest_constant(const Scene<T>& s, std::span<const T> got, Causes& to) {
  if (is_predicate(s.collective.family)) {
    to.push_back({.value = got[0] != T{0} ? 1.0 : 0.0});
  } else if (const auto v = value_everywhere(got); v && !is_nan(*v)) {
    // For min and max, the identity is the fault `identity`. The value that wins against every other one is
    // `wrong_identity`.
    const bool min = s.collective.op == Op::Min, max = s.collective.op == Op::Max;
    if ((min || max) && *v == identity<T>(s.collective.op)) return;
    if ((min && *v == identity<T>(Op::Max)) || (max && *v == identity<T>(Op::Min))) return;
    if (same_bits(*v, s.unwritten)) return;
    to.push_back({.value = ExactNumber(*v)});
  } else if (v) {
    to.push_back({.choice = 1});
  }
}
template <class T>
Results<T> constant(const Scene<T>& s, const Cause& c) {
  if constexpr (is_float_v<T>)
    if (c.choice == 1) return std::vector<T>(s.lanes(), Limits<T>::nan());
  if (c.choice == 1) return std::nullopt;
  // The constant may come from a bug of a wider type.
  if (!holds<T>(c.value)) return std::nullopt;
  return std::vector<T>(s.lanes(), c.value.to<T>());
}

template <class T>
Results<T> unwritten(const Scene<T>& s, const Cause&) {
  return std::vector<T>(s.lanes(), s.unwritten);
}

template <class T>
Results<T> identity_instead(const Scene<T>& s, const Cause&) {
  return std::vector<T>(s.lanes(), identity<T>(s.collective.op));
}

template <class T>
Results<T> input(const Scene<T>& s, const Cause&) {
  return s.x;
}

template <class T>
Results<T> own_value_first(const Scene<T>& s, const Cause&) {
  auto got = s.truth;
  got[0] = s.x[0];
  return got;
}

template <class T>
Results<T> other_builtin(const Scene<T>& s, const Cause& c) {
  const auto as = [&](Family family, Op op) -> Results<T> {
    if (Collective{family, op} == s.collective) return std::nullopt;
    return answers<T>({family, op}, s.x, s.source);
  };
  if (is_predicate(s.collective.family)) {
    if (c.choice == 4 || c.choice == 5) {
      const T v = c.choice == 4 ? *std::ranges::min_element(s.x) : *std::ranges::max_element(s.x);
      return std::vector<T>(s.lanes(), T(v != T{0}));
    }
    if (c.choice == 6) return as(Family::Any, Op::None);
    if (c.choice == 7) return as(Family::All, Op::None);
    if (c.choice == 8) return as(s.collective.family == Family::All ? Family::Any : Family::All, Op::None);
    return std::nullopt;
  }
  if (!has_operation(s.collective)) return std::nullopt;
  constexpr Family families[] = {Family::Reduce, Family::ScanInclusive, Family::ScanExclusive};
  constexpr Op ops[] = {Op::Add, Op::Min, Op::Max};
  if (c.choice < 3) return as(families[c.choice], s.collective.op);
  if (c.choice < 6) return as(s.collective.family, ops[c.choice - 3]);
  return std::nullopt;
}

// Choices of lane_value: 0 the first lane, 1 the last, 2 the middle, 3 lane n, 4 the first (broadcasts only).
template <class T>
void suggest_lane_value(const Scene<T>& s, std::span<const T> got, Causes& to) {
  for (std::uint8_t choice = 0; choice < 3; ++choice) to.push_back({.choice = choice});
  const auto v = value_everywhere(got);
  if (!v || is_predicate(s.collective.family)) return;
  std::vector<std::int64_t> where;
  for (std::size_t lane = 0; lane < s.lanes() && where.size() < 3; ++lane)
    if (same_bits(s.x[lane], *v)) where.push_back(static_cast<std::int64_t>(lane));
  if (where.size() == 1) to.push_back({.choice = 3, .n = where[0]});
}
template <class T>
Results<T> lane_value(const Scene<T>& s, const Cause& c) {
  const std::size_t lanes[] = {0, s.lanes() - 1, s.lanes() / 2};
  if (c.choice == 4 && s.collective.family != Family::Broadcast) return std::nullopt;
  const std::size_t lane = c.choice == 3 ? static_cast<std::size_t>(c.n) : lanes[c.choice % 4];
  if (lane >= s.lanes()) return std::nullopt;
  return std::vector<T>(s.lanes(), s.x[lane]);
}

// Variants of wrong_identity: 0 in lane 0 of an exclusive scan only, 1 in every result. Choice 1: the total.
template <class T>
void suggest_wrong_identity(const Scene<T>& s, std::span<const T> got, Causes& to) {
  const auto put = [&](std::uint8_t variant, T v) {
    if (is_nan(v)) return;
    Cause cause{.variant = variant};
    if (v == Limits<T>::max())
      cause.choice = 2;
    else if (v == Limits<T>::lowest() && v != T{0})
      cause.choice = 3;
    else if (is_float_v<T> && v == Limits<T>::min_normal())
      cause.choice = 4;
    else
      cause.value = ExactNumber(v);
    to.push_back(cause);
  };
  if (s.collective.family == Family::ScanExclusive) {
    put(0, got[0]);
    to.push_back({.choice = 1});
  }
  for (std::size_t lane = 0; lane < s.lanes(); ++lane)
    if (!is_right(s, lane, got[lane])) {
      if (s.collective.op != Op::Add) return put(1, got[lane]);
      return put(1, difference(got[lane], s.truth[lane]));
    }
}
template <class T>
Results<T> wrong_identity(const Scene<T>& s, const Cause& c) {
  auto got = s.truth;
  if (c.choice == 1) {
    if (s.collective.family != Family::ScanExclusive) return std::nullopt;
    got[0] = reduce<T>(s.collective.op, s.x);
    return got;
  }
  if (!holds<T>(c.value)) return std::nullopt;
  const T v = c.choice == 2   ? Limits<T>::max()
              : c.choice == 3 ? Limits<T>::lowest()
              : c.choice == 4 ? Limits<T>::min_normal()
                              : c.value.to<T>();
  if (c.variant == 0 && s.collective.family != Family::ScanExclusive) return std::nullopt;
  if (c.variant == 0)
    got[0] = v;
  else
    for (T& r : got) r = combine(s.collective.op, r, v);
  return got;
}

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

// Variants of value_lost: the value becomes 0 (0), the neutral value (1) or the finite limit of its sign (2).
// 3: an integer limit becomes the value beside it; two saturating negations do this to the least value. 4 to
// 7 do the same to results. 8: INF - INF gives INF.
template <class T>
Results<T> value_lost(const Scene<T>& s, const Cause& c) {
  const auto lost = static_cast<Lost>(c.choice);
  const auto instead = [&](T v) {
    const T limit = v < T{0} ? Limits<T>::lowest() : Limits<T>::max();
    if (c.variant % 4 == 1) return s.collective.family == Family::Broadcast ? T{0} : neutral<T>(s.collective);
    if (c.variant % 4 == 2) return limit;
    if (c.variant % 4 == 3) return v != limit ? v : static_cast<T>(v < T{0} ? v + T{1} : v - T{1});
    return T{0};
  };
  const bool of_values = c.variant < 4, subtracts = c.variant == 8;
  if (subtracts && lost != Lost::Nan) return std::nullopt;
  auto values = of_values ? s.x : s.truth;
  if (std::ranges::none_of(values, [&](T v) { return is_lost(lost, v); })) return std::nullopt;
  for (T& v : values)
    if (is_lost(lost, v)) v = subtracts ? Limits<T>::infinity() : instead(v);
  if (of_values) return answers<T>(s.collective, values, s.source);
  return values;
}

/// Whether every wrong result is within the relative error `near`.
template <class T>
bool fits_inexact(const Scene<T>& s, const Cause&, std::span<const T> got) {
  if constexpr (!is_float_v<T>) return false;
  // A half has only 11 bits, so its tolerance is larger.
  constexpr double near = Limits<T>::precision < 16 ? 0x1p-6 : 0x1p-8;
  if (is_predicate(s.collective.family)) return false;
  for (std::size_t lane = 0; lane < got.size(); ++lane) {
    if (is_right(s, lane, got[lane])) continue;
    // A small error of the largest finite number gives infinity.
    const T came_finite = std::clamp(got[lane], Limits<T>::lowest(), Limits<T>::max());
    const auto truth = static_cast<double>(s.truth[lane]), came = static_cast<double>(came_finite);
    if (!std::isfinite(came) || !std::isfinite(truth) || !(std::abs(came - truth) <= near * std::abs(truth)))
      return false;
  }
  return true;
}

// Choices of other_call: next, previous, first, or joined with the previous one. Variant 0 takes calls of the
// same builtin, 1 calls of any builtin. 2 is 0, but joins all previous calls.
template <class T>
Results<T> other_call(const Scene<T>& s, const Cause& c) {
  const bool joined = c.choice == 3, all = c.variant == 2;
  if (all && !joined) return std::nullopt;
  const std::size_t which = !joined ? c.choice : all ? 3 : 1;
  if (s.own_calls != (c.variant != 1) || which >= s.calls.size() || s.calls[which].empty())
    return std::nullopt;
  auto got = s.calls[which];
  if (joined) {
    const Op op = joining_op(s.collective);
    if (op == Op::None) return std::nullopt;
    for (std::size_t lane = 0; lane < got.size(); ++lane) got[lane] = combine(op, s.truth[lane], got[lane]);
  }
  return got;
}
template <class T>
Results<T> other_group(const Scene<T>& s, const Cause& c) {
  if (c.choice >= s.groups.size() || s.groups[c.choice].empty()) return std::nullopt;
  const auto& from = s.groups[c.choice];
  std::vector<T> got;
  for (std::size_t lane = 0; lane < s.lanes(); ++lane) got.push_back(from[lane % from.size()]);
  return got;
}

}  // namespace wgcts::reference::causes

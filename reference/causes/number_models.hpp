// Wrong models of arithmetic: values that pass through fewer bits, special values that are lost, other orders
// of comparison.
#pragma once

#include "reference/causes/lane_models.hpp"

namespace wgcts::reference::causes {

/// What comes of a value that the integer type cannot hold, which C leaves open: the nearest that it can hold
/// (GPUs, Arm), or the one value that x86 gives for all of them.
enum class Beyond : std::uint8_t { Nearest, Indefinite };

/// To a type, as C converts, but for what C leaves undefined.
template <class U, class T>
U converted(T v, Beyond beyond) {
  if constexpr (is_float_v<T> && !is_float_v<U>) {
    const auto wide = static_cast<long double>(v);
    if (beyond == Beyond::Indefinite) {
      // Narrower ones are cut out of an int, and uint out of a long; of a ulong it is the same bits.
      using Through = std::conditional_t<sizeof(U) == 8 || (sizeof(U) == 4 && std::is_unsigned_v<U>),
                                         std::int64_t, std::int32_t>;
      const long double end = std::ldexp(1.0L, 8 * static_cast<int>(sizeof(Through)) - 1);
      if (!(sizeof(U) == 8 && std::is_unsigned_v<U> && wide >= end && wide < 2 * end)) {
        const bool holds = wide >= -end && wide < end;
        return static_cast<U>(holds ? static_cast<Through>(v) : std::numeric_limits<Through>::min());
      }
    }
    if (is_nan(v)) return U{0};
    if (wide >= static_cast<long double>(std::numeric_limits<U>::max())) return std::numeric_limits<U>::max();
    if (wide <= static_cast<long double>(std::numeric_limits<U>::lowest()))
      return std::numeric_limits<U>::lowest();
  }
  return static_cast<U>(v);
}

template <class T>
T through(Narrow how, T v, Beyond beyond) {
  switch (how) {
    case Narrow::Int:
      return static_cast<T>(converted<std::int32_t>(v, beyond));
    case Narrow::UInt:
      return static_cast<T>(converted<std::uint32_t>(v, beyond));
    case Narrow::Short:
      return static_cast<T>(converted<std::int16_t>(v, beyond));
    case Narrow::UShort:
      return static_cast<T>(converted<std::uint16_t>(v, beyond));
    case Narrow::Char:
      return static_cast<T>(converted<std::int8_t>(v, beyond));
    case Narrow::UChar:
      return static_cast<T>(converted<std::uint8_t>(v, beyond));
    case Narrow::Half:
      return converted<T>(static_cast<half>(v), beyond);
    case Narrow::Float:
      return converted<T>(static_cast<float>(v), beyond);
    case Narrow::Double:
      return converted<T>(static_cast<double>(v), beyond);
    default:
      return v;
  }
}

template <class T>
T with_bits(const Cause& c, T v) {
  using U = bits_of<T>;
  constexpr int width = sizeof(T) * 8;
  const auto bits = std::bit_cast<U>(v);
  if (static_cast<Narrow>(c.choice) == Narrow::Range) {
    const auto from = static_cast<int>(c.n & 255), to = static_cast<int>(c.n >> 8);
    const U upper = to >= width ? static_cast<U>(~U{0}) : static_cast<U>((U{1} << to) - 1);
    return std::bit_cast<T>(static_cast<U>(bits & upper & ~((U{1} << from) - 1)));
  }
  if constexpr (is_float_v<T>) {
    // Of the significand, with the hidden bit.
    if (std::isinf(static_cast<double>(v)) || is_nan(v)) return v;
    const auto cut = Limits<T>::precision - static_cast<int>(c.n);
    return cut <= 0 ? v : std::bit_cast<T>(static_cast<U>(bits & ~((U{1} << cut) - 1)));
  } else {
    const int cut = width - static_cast<int>(c.n);
    if (cut <= 0) return v;
    return static_cast<T>(static_cast<T>(static_cast<U>(bits << cut)) >> cut);
  }
}

inline Beyond beyond_of(const Cause& c) {
  return c.variant == 3 || c.variant == 4 || c.variant == 6 ? Beyond::Indefinite : Beyond::Nearest;
}

/// narrowed: variant 0 the values, 1 the result, 2 every step; 3 and 4 are 0 and 1 where what the type cannot
/// hold becomes its one indefinite value; 5 and 6 do the whole work in an integer type, with either.
template <class T>
T narrow(const Cause& c, T v) {
  const auto how = static_cast<Narrow>(c.choice);
  if (how == Narrow::Bits || how == Narrow::Range) return with_bits(c, v);
  return through(how, v, beyond_of(c));
}

constexpr bool is_signed(Narrow how) {
  return how == Narrow::Int || how == Narrow::Short || how == Narrow::Char;
}
constexpr bool is_whole(Narrow how) {
  return is_signed(how) || how == Narrow::UInt || how == Narrow::UShort || how == Narrow::UChar;
}

/// Whether converting to the type is told by its bits alone.
template <class T>
constexpr bool told_as_bits(Narrow how) {
  return !is_float_v<T> && is_whole(how) && is_signed(how) == std::is_signed_v<T>;
}

template <class T>
void suggest_narrowed(const Scene<T>& s, std::span<const T> got, To<T> to) {
  if (is_predicate(s.collective.family)) return;
  const auto put = [&](Narrow how, std::int64_t n) {
    for (const std::uint8_t variant : {0, 1})
      to.push_back(
          {.what = What::Narrowed, .choice = static_cast<std::uint8_t>(how), .variant = variant, .n = n});
  };
  for (auto how = static_cast<std::uint8_t>(Narrow::Int); how <= static_cast<std::uint8_t>(Narrow::UChar);
       ++how) {
    const auto narrowing = static_cast<Narrow>(how);
    if (told_as_bits<T>(narrowing)) continue;
    put(narrowing, 0);
    if (is_float_v<T> == is_whole(narrowing))
      for (const std::uint8_t variant : {3, 4})
        to.push_back({.what = What::Narrowed, .choice = how, .variant = variant});
    if (is_float_v<T> && is_whole(narrowing) && s.collective.op == Op::Add)
      for (const std::uint8_t variant : {5, 6})
        to.push_back({.what = What::Narrowed, .choice = how, .variant = variant});
    if (narrowing == Narrow::Half || narrowing == Narrow::Float || narrowing == Narrow::Double)
      to.push_back({.what = What::Narrowed, .choice = how, .variant = 2});
  }
  if (s.collective.op == Op::Add)
    to.push_back({.what = What::Narrowed, .choice = static_cast<std::uint8_t>(Narrow::Saturates)});
  if constexpr (!is_float_v<T>) {
    for (const std::int64_t bits : {8, 16, 24, 32}) put(Narrow::Bits, bits);
    if (sizeof(T) == 8) put(Narrow::Range, 32 | 64 << 8);
  } else {
    // Between the highest bit that is lost and the lowest that is there.
    using U = bits_of<T>;
    U there = 0, differ = 0;
    for (std::size_t lane = 0; lane < s.lanes(); ++lane) {
      there |= std::bit_cast<U>(got[lane]);
      differ |= static_cast<U>(std::bit_cast<U>(got[lane]) ^ std::bit_cast<U>(s.truth[lane]));
    }
    const int lost = std::bit_width(differ), kept = there == 0 ? 0 : std::countr_zero(there);
    for (int cut = lost; cut <= kept && cut < Limits<T>::precision && cut < lost + 12; ++cut)
      if (cut > 0) put(Narrow::Bits, Limits<T>::precision - cut);
  }
}
/// All of it in the integer type, whose sums wrap.
template <class U, class T>
std::vector<T> computed_in(const Scene<T>& s, const Cause& c) {
  std::vector<U> x;
  for (const T v : s.x) x.push_back(converted<U>(v, beyond_of(c)));
  std::vector<T> got;
  for (const U v : answers<U>(s.collective, x, s.source)) got.push_back(static_cast<T>(v));
  return got;
}

template <class T>
Results<T> narrowed(const Scene<T>& s, const Cause& c) {
  const Collective is = s.collective;
  if (is_predicate(is.family)) return std::nullopt;
  const auto how = static_cast<Narrow>(c.choice);
  if (told_as_bits<T>(how)) return std::nullopt;
  if (how == Narrow::Saturates) {
    if (is.op != Op::Add) return std::nullopt;
    auto got = s.truth;
    long double sum = 0;
    std::vector<long double> sums{0};
    for (const T v : s.x) sums.push_back(sum += static_cast<long double>(v));
    for (std::size_t lane = 0; lane < got.size(); ++lane) {
      const long double exact = is.family == Family::Reduce          ? sums.back()
                                : is.family == Family::ScanInclusive ? sums[lane + 1]
                                                                     : sums[lane];
      if (exact > static_cast<long double>(Limits<T>::max())) got[lane] = Limits<T>::max();
      if (exact < static_cast<long double>(Limits<T>::lowest())) got[lane] = Limits<T>::lowest();
    }
    return got;
  }
  if (c.variant >= 5) {
    if (!is_float_v<T>) return std::nullopt;
    if (how == Narrow::Int) return computed_in<std::int32_t>(s, c);
    if (how == Narrow::UInt) return computed_in<std::uint32_t>(s, c);
    return std::nullopt;
  }
  if (c.variant == 1 || c.variant == 4) {
    auto got = s.truth;
    for (T& v : got) v = narrow(c, v);
    return got;
  }
  auto x = s.x;
  for (T& v : x) v = narrow(c, v);
  if (c.variant == 0 || c.variant == 3) return answers<T>(is, x, s.source);
  if (is.op != Op::Add) return std::nullopt;
  T sum = is.family == Family::ScanExclusive ? T{0} : x[0];
  std::vector<T> got{sum};
  for (std::size_t lane = 1; lane < x.size(); ++lane) {
    sum = narrow<T>(c, combine(Op::Add, sum, is.family == Family::ScanExclusive ? x[lane - 1] : x[lane]));
    got.push_back(sum);
  }
  return is.family == Family::Reduce ? std::vector<T>(x.size(), sum) : got;
}
/// Whether a conversion may come to that where the integer type cannot hold the value.
template <class T>
bool is_what_overflow_gives(T v) {
  constexpr auto sign = static_cast<T>(bits_of<T>{1} << (8 * sizeof(T) - 1));
  return v == Limits<T>::max() || v == Limits<T>::lowest() || v == T{0} || v == sign;
}

/// Sums whose steps round in a narrower type have many orders: each result is a value of that type, and as
/// near the sum as its roundings leave it. What its own type cannot hold is nothing to be told by.
template <class T>
bool fits_narrowed(const Scene<T>& s, const Cause& c, std::span<const T> got) {
  if (c.variant != 2) {
    const auto model = narrowed(s, c);
    return model && agree<T>(s, *model, got);
  }
  if (s.collective.op != Op::Add) return false;
  const auto how = static_cast<Narrow>(c.choice);
  const int digits = how == Narrow::Half ? 11 : how == Narrow::Float ? 24 : 53;
  const bool reduces = s.collective.family == Family::Reduce,
             before = s.collective.family == Family::ScanExclusive;
  std::vector<long double> sums{0};
  long double magnitudes = 0;
  bool whole = true;
  for (const T v : s.x) {
    const auto wide = static_cast<long double>(v);
    if (!std::isfinite(wide)) return false;
    sums.push_back(sums.back() + wide);
    magnitudes += std::abs(wide);
    whole &= wide == std::trunc(wide);
  }
  // Whole numbers so small are summed exactly, whatever the order.
  const bool exact = whole && magnitudes <= std::ldexp(1.0L, digits);
  const long double bound =
      exact ? 0 : std::ldexp(2.0L, -digits) * static_cast<long double>(s.lanes()) * magnitudes;
  const auto least = static_cast<long double>(Limits<T>::lowest()),
             most = static_cast<long double>(Limits<T>::max());
  bool rounded = false;
  for (std::size_t lane = 0; lane < got.size(); ++lane) {
    const long double sum = reduces ? sums.back() : sums[before ? lane : lane + 1];
    if (!is_float_v<T> && (sum + bound > most || sum - bound < least)) {
      // To stop at the type's end after an exact sum is another thing.
      if (exact || !is_what_overflow_gives(got[lane])) return false;
      rounded = true;
      continue;
    }
    if (narrow(c, got[lane]) != got[lane] && !is_right(s, lane, got[lane])) return false;
    if (!(std::abs(static_cast<long double>(got[lane]) - sum) <= bound)) return false;
    rounded |= !is_right(s, lane, got[lane]);
  }
  return rounded;
}
template <class T>
bool changes_narrowed(const Scene<T>& s, const Cause& c) {
  if (c.variant != 2) {
    const auto model = narrowed(s, c);
    return model && !agree<T>(s, *model, s.truth);
  }
  if (s.collective.op != Op::Add || s.rule == Rule::Bounded || s.rule == Rule::Relaxed) return false;
  for (const T v : s.truth)
    if (narrow(c, v) != v) return true;
  return false;
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

// value_lost: variant 0 becomes 0, 1 does not take part, 2 stops at the largest finite number, +3: of results
template <class T>
void suggest_lost(const Scene<T>& s, std::span<const T>, To<T> to) {
  for (std::uint8_t which = 0; which < lost_values.size(); ++which) {
    const auto lost = static_cast<Lost>(which);
    const auto is = [&](T v) { return is_lost(lost, v); };
    const bool in = std::ranges::any_of(s.x, is), out = std::ranges::any_of(s.truth, is);
    for (std::uint8_t variant = 0; variant < 3; ++variant) {
      if (in) to.push_back({.what = What::ValueLost, .choice = which, .variant = variant});
      if (out)
        to.push_back(
            {.what = What::ValueLost, .choice = which, .variant = static_cast<std::uint8_t>(variant + 3)});
    }
    if (lost == Lost::Nan && out) to.push_back({.what = What::ValueLost, .choice = which, .variant = 6});
  }
}
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
  if (c.variant == 6) {  // INF - INF gives INF
    auto got = s.truth;
    for (T& v : got)
      if (is_nan(v)) v = is_float_v<T> ? Limits<T>::infinity() : v;
    return got;
  }
  auto values = c.variant < 3 ? s.x : s.truth;
  for (T& v : values)
    if (is_lost(lost, v)) v = instead(v);
  if (c.variant < 3) return answers<T>(s.collective, values, s.source);
  return values;
}

/// The value as that comparison sees it: two words, compared one after the other.
template <class T>
std::optional<std::array<long double, 2>> seen_as(Comparison how, T v) {
  const auto bits = std::bit_cast<bits_of<T>>(v);
  using Signed = std::make_signed_t<bits_of<T>>;
  switch (how) {
    case Comparison::Signed:
      if (is_float_v<T> || std::is_signed_v<T>) return std::nullopt;
      return std::array<long double, 2>{static_cast<long double>(static_cast<Signed>(bits))};
    case Comparison::Unsigned:
      if (is_float_v<T> || std::is_unsigned_v<T>) return std::nullopt;
      return std::array<long double, 2>{static_cast<long double>(bits)};
    case Comparison::Bits:
      if (!is_float_v<T>) return std::nullopt;
      return std::array<long double, 2>{static_cast<long double>(static_cast<Signed>(bits))};
    case Comparison::Magnitude:
      if (std::is_unsigned_v<T>) return std::nullopt;
      return std::array<long double, 2>{std::abs(static_cast<long double>(v))};
    case Comparison::LowWord:
      if (sizeof(T) != 8) return std::nullopt;
      return std::array<long double, 2>{static_cast<long double>(bits & 0xffffffffU)};
    case Comparison::HighWord:
      if (sizeof(T) != 8) return std::nullopt;
      return std::array<long double, 2>{
          static_cast<long double>(static_cast<Signed>(bits) >> (sizeof(T) * 4))};
    case Comparison::Float:
      if (sizeof(T) < 4 || std::is_same_v<T, float>) return std::nullopt;
      return std::array<long double, 2>{static_cast<float>(v)};
    case Comparison::Double:
      if (sizeof(T) < 8 || is_float_v<T>) return std::nullopt;
      return std::array<long double, 2>{static_cast<double>(v)};
  }
  __builtin_unreachable();
}

// compared_as: variant 0 the value that wins, 1 what was compared of it (a magnitude); 2 words the other way
// round; 3 as 0, and an exclusive scan begins with the least of that order; 4 bits without a sign
template <class T>
void suggest_compared(const Scene<T>& s, std::span<const T>, To<T> to) {
  if (s.collective.op != Op::Min && s.collective.op != Op::Max) return;
  for (std::uint8_t how = 0; how < comparisons.size(); ++how)
    if (seen_as(static_cast<Comparison>(how), s.x[0]))
      to.push_back({.what = What::ComparedAs, .choice = how});
  to.push_back(
      {.what = What::ComparedAs, .choice = static_cast<std::uint8_t>(Comparison::Magnitude), .variant = 1});
  if (sizeof(T) == 8)
    to.push_back(
        {.what = What::ComparedAs, .choice = static_cast<std::uint8_t>(Comparison::LowWord), .variant = 2});
  if (is_float_v<T>)
    to.push_back(
        {.what = What::ComparedAs, .choice = static_cast<std::uint8_t>(Comparison::Bits), .variant = 4});
  if (!is_float_v<T> && s.collective.family == Family::ScanExclusive)
    to.push_back(
        {.what = What::ComparedAs,
         .choice = static_cast<std::uint8_t>(std::is_signed_v<T> ? Comparison::Unsigned : Comparison::Signed),
         .variant = 3});
}
/// What wins over nothing where signed values are compared as unsigned ones, or the reverse.
template <class T>
T least_of_other_sign(Op op) {
  if constexpr (is_float_v<T>) {
    return identity<T>(op);
  } else {
    using Other = std::conditional_t<std::is_signed_v<T>, std::make_unsigned_t<T>, std::make_signed_t<T>>;
    return static_cast<T>(identity<Other>(op));
  }
}
/// The winner of each lane's values so far, or of all.
template <class T>
Results<T> compared_as(const Scene<T>& s, const Cause& c) {
  if (s.collective.op != Op::Min && s.collective.op != Op::Max) return std::nullopt;
  const auto how = static_cast<Comparison>(c.choice);
  if (!seen_as(how, s.x[0])) return std::nullopt;
  const auto magnitude = [](T v) { return v < T{0} ? static_cast<T>(T{0} - v) : v; };
  const auto key = [&](T v) {
    // The least integer has no magnitude in its own type: it stays what it is.
    if (c.variant == 1) return std::array<long double, 2>{static_cast<long double>(magnitude(v))};
    if (c.variant == 4)
      return std::array<long double, 2>{static_cast<long double>(std::bit_cast<bits_of<T>>(v))};
    if (c.variant != 2) return *seen_as(how, v);
    const auto bits = std::bit_cast<bits_of<T>>(v);
    // The words exchanged are compared as the type compares.
    const auto swapped =
        std::bit_cast<T>(static_cast<bits_of<T>>(bits << (sizeof(T) * 4) | bits >> (sizeof(T) * 4)));
    return std::array<long double, 2>{static_cast<long double>(swapped)};
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
/// Of values that compare equal any may win.
template <class T>
bool ties_count(const Scene<T>& s, const Cause& c, std::span<const T> model, std::span<const T> got) {
  const auto how = static_cast<Comparison>(c.choice);
  const bool may_tie = how == Comparison::LowWord || how == Comparison::HighWord ||
                       how == Comparison::Float || how == Comparison::Double || how == Comparison::Magnitude;
  for (std::size_t lane = 0; lane < got.size(); ++lane) {
    if (agrees<T>(s, lane, model[lane], got[lane])) continue;
    if (!may_tie || c.variant != 0 || *seen_as(how, model[lane]) != *seen_as(how, got[lane])) return false;
    if (std::ranges::find(s.x, got[lane]) == s.x.end()) return false;
  }
  return true;
}
template <class T>
bool fits_compared(const Scene<T>& s, const Cause& c, std::span<const T> got) {
  const auto model = compared_as(s, c);
  return model && ties_count<T>(s, c, *model, got);
}
template <class T>
bool changes_compared(const Scene<T>& s, const Cause& c) {
  const auto model = compared_as(s, c);
  return model && !ties_count<T>(s, c, *model, s.truth);
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
    const auto truth = static_cast<double>(s.truth[lane]), came = static_cast<double>(got[lane]);
    // Nothing finite is near an infinity.
    if (!std::isfinite(came) || !std::isfinite(truth) || !(std::abs(came - truth) <= near * std::abs(truth)))
      return false;
  }
  return true;
}
template <class T>
Results<T> no_answer(const Scene<T>&, const Cause&) {
  return std::nullopt;
}

// other_call: next, previous, first, or the previous one joined; variant 0 of the same builtin, 1 of
// whichever is called there, 2 as 0 with all calls before joined. other_group: next, previous, first
template <class T>
void suggest_call(const Scene<T>& s, std::span<const T>, To<T> to) {
  const std::uint8_t whose = s.own_calls ? 0 : 1;
  for (std::uint8_t which = 0; which < 3 && which < s.calls.size(); ++which)
    if (!s.calls[which].empty()) to.push_back({.what = What::OtherCall, .choice = which, .variant = whose});
  if (!has_operation(s.collective)) return;
  if (s.calls.size() > 1 && !s.calls[1].empty())
    to.push_back({.what = What::OtherCall, .choice = 3, .variant = whose});
  if (s.own_calls && s.calls.size() > 3 && !s.calls[3].empty())
    to.push_back({.what = What::OtherCall, .choice = 3, .variant = 2});
}
template <class T>
Results<T> other_call(const Scene<T>& s, const Cause& c) {
  const bool joined = c.choice == 3, all = c.variant == 2;
  const std::size_t which = !joined ? c.choice : all ? 3 : 1;
  if (s.own_calls != (c.variant != 1) || which >= s.calls.size() || s.calls[which].empty())
    return std::nullopt;
  auto got = s.calls[which];
  if (joined) {
    if (!has_operation(s.collective)) return std::nullopt;
    for (std::size_t lane = 0; lane < got.size(); ++lane)
      got[lane] = combine(s.collective.op, s.truth[lane], got[lane]);
  }
  return got;
}
template <class T>
void suggest_group(const Scene<T>& s, std::span<const T>, To<T> to) {
  for (std::uint8_t which = 0; which < s.groups.size(); ++which)
    if (!s.groups[which].empty()) to.push_back({.what = What::OtherGroup, .choice = which});
}
template <class T>
Results<T> other_group(const Scene<T>& s, const Cause& c) {
  if (c.choice >= s.groups.size() || s.groups[c.choice].empty()) return std::nullopt;
  const auto& from = s.groups[c.choice];
  std::vector<T> got;
  for (std::size_t lane = 0; lane < s.lanes(); ++lane) got.push_back(from[lane % from.size()]);
  return got;
}

template <class T>
std::vector<CauseModel<T>> number_models() {
  return {
      {What::ValueLost, suggest_lost<T>, value_lost<T>},
      {What::Narrowed, suggest_narrowed<T>, narrowed<T>, fits_narrowed<T>, changes_narrowed<T>},
      {What::ComparedAs, suggest_compared<T>, compared_as<T>, fits_compared<T>, changes_compared<T>},
      {What::OtherCall, suggest_call<T>, other_call<T>},
      {What::OtherGroup, suggest_group<T>, other_group<T>},
      {What::Inexact, suggest_plain<T, What::Inexact>, no_answer<T>, fits_inexact<T>},
  };
}

}  // namespace wgcts::reference::causes

#include "reference/causes/narrowing_models.hpp"

#include <limits>

#include "reference/program/tree.hpp"

namespace wgcts::reference::causes {

namespace {

/// The result of a conversion that overflows an integer type, which is undefined in C: the nearest value
/// (GPUs, Arm), or the one indefinite value of x86.
enum class OnOverflow : std::uint8_t { Nearest, Indefinite };

/// Converts as C does. `on_overflow` defines the overflow of an integer type.
template <class U, class T>
U converted(T v, OnOverflow on_overflow) {
  if constexpr (is_float_v<T> && !is_float_v<U>) {
    const auto wide = static_cast<double>(v);
    if (on_overflow == OnOverflow::Indefinite) {
      // x86 code converts to int, or to long for uint and 64-bit types, and truncates. A ulong also holds
      // values from 2^63 on.
      using Through = std::conditional_t<sizeof(U) == 8 || (sizeof(U) == 4 && std::is_unsigned_v<U>),
                                         std::int64_t, std::int32_t>;
      const double end = std::ldexp(1.0, 8 * static_cast<int>(sizeof(Through)) - 1);
      if (!(sizeof(U) == 8 && std::is_unsigned_v<U> && wide >= end && wide < 2 * end)) {
        const bool holds = wide >= -end && wide < end;
        return static_cast<U>(holds ? static_cast<Through>(v) : std::numeric_limits<Through>::min());
      }
    }
    if (is_nan(v)) return U{0};
    if (wide >= static_cast<double>(std::numeric_limits<U>::max())) return std::numeric_limits<U>::max();
    if (wide <= static_cast<double>(std::numeric_limits<U>::lowest()))
      return std::numeric_limits<U>::lowest();
  }
  return static_cast<U>(v);
}

/// The type of the conversion. Void if `how` names no type.
constexpr Type type_of(Narrow how) {
  constexpr Type types[] = {Type::Int,   Type::UInt,   Type::Short, Type::UShort, Type::Half,
                            Type::Float, Type::Double, Type::Char,  Type::UChar};
  if (how < Narrow::Int || how > Narrow::UChar) return Type::Void;
  return types[static_cast<std::size_t>(how) - static_cast<std::size_t>(Narrow::Int)];
}
constexpr bool is_whole(Narrow how) { return is_integer(type_of(how)); }

/// Calls `f.template operator()<U>()` with the C++ type that models the type. Returns `otherwise` for Void.
template <class Result, class F>
Result with_type_of(Narrow how, Result otherwise, F&& f) {
  return type_of(how) == Type::Void ? otherwise : with_type(type_of(how), f);
}

/// Sizes of types, in bits.
constexpr std::int64_t type_bits[] = {8, 16, 32};

OnOverflow on_overflow(const Cause& c) {
  const Converted data = converted_of(c);
  return data == Converted::ValuesIndefinite || data == Converted::ResultsIndefinite ||
                 data == Converted::EverythingIndefinite
             ? OnOverflow::Indefinite
             : OnOverflow::Nearest;
}

/// The range of a sum in the floating-point type U.
template <class U>
struct SumIn {
  U low, high;
  bool overflows = false;  ///< in some order; the sum may then be infinite or NaN
};

/// The collective of T with conversions.
template <class T>
struct Conversions {
  using Scene = reference::Scene<T>;
  using Results = reference::Results<T>;
  using Got = std::span<const T>;

  static T with_bits(const Cause& c, T v) {
    using U = bits_of<T>;
    constexpr int width = sizeof(T) * 8;
    const auto bits = std::bit_cast<U>(v);
    if (static_cast<Narrow>(c.choice) == Narrow::Range) {
      const auto from = static_cast<int>(c.n & 255), to = static_cast<int>(c.n >> 8);
      const U upper = to >= width ? static_cast<U>(~U{0}) : static_cast<U>((U{1} << to) - 1);
      return std::bit_cast<T>(static_cast<U>(bits & upper & ~((U{1} << from) - 1)));
    }
    if (c.n >= width) return v;
    if constexpr (is_float_v<T>) {
      // More bits than the significand has: the lower ones. All but the sign, for example.
      if (c.n > Limits<T>::precision) return std::bit_cast<T>(static_cast<U>(bits & ((U{1} << c.n) - 1)));
      // Keeps the upper bits of the significand, including the hidden bit.
      if (std::isinf(static_cast<double>(v)) || is_nan(v)) return v;
      const auto cut = Limits<T>::precision - static_cast<int>(c.n);
      return std::bit_cast<T>(static_cast<U>(bits & ~((U{1} << cut) - 1)));
    } else {
      const int cut = width - static_cast<int>(c.n);
      return static_cast<T>(static_cast<T>(static_cast<U>(bits << cut)) >> cut);
    }
  }

  /// Whether a type of that many bits exists that is narrower than T and of its kind.
  static constexpr bool is_narrower(std::int64_t bits) {
    return bits >= (is_float_v<T> ? 16 : 8) && bits < static_cast<std::int64_t>(8 * sizeof(T));
  }

  /// Saturates at the limits of the type that has Cause::n bits, and is of the kind and signedness of T.
  static T clamped(const Cause& c, T v) {
    if (!is_narrower(c.n)) return v;
    if constexpr (is_float_v<T>) {
      const auto end =
          static_cast<T>(c.n == 16 ? static_cast<float>(Limits<half>::max()) : Limits<float>::max());
      return std::clamp(v, static_cast<T>(-end), end);
    } else {
      const auto end = static_cast<T>((bits_of<T>{1} << (c.n - std::is_signed_v<T>)) - 1);
      return std::clamp(v, std::is_signed_v<T> ? static_cast<T>(-end - 1) : T{0}, end);
    }
  }

  static T narrow(const Cause& c, T v) {
    const auto how = static_cast<Narrow>(c.choice);
    if (how == Narrow::Bits || how == Narrow::Range) return with_bits(c, v);
    if (how == Narrow::Saturates) return clamped(c, v);
    return with_type_of(
        how, v, [&]<class U>() { return converted<T>(converted<U>(v, on_overflow(c)), on_overflow(c)); });
  }

  /// Whether conversion to the type equals Narrow::Bits with its width.
  static constexpr bool reported_as_bits(Narrow how) {
    return !is_float_v<T> && is_whole(how) && info(type_of(how)).is_signed == std::is_signed_v<T>;
  }

  /// The sums in lane order, one of many orders if steps round.
  static Results lane_by_lane(const Scene& s, const Cause& c) {
    if (s.collective.op != Op::Add) return std::nullopt;
    std::vector<T> sums{T{0}};
    for (const T v : s.x) {
      const T narrowed_value = narrow(c, v);
      sums.push_back(sums.size() == 1 ? narrowed_value
                                      : narrow(c, combine(Op::Add, sums.back(), narrowed_value)));
    }
    std::vector<T> got;
    for (std::size_t lane = 0; lane < s.lanes(); ++lane) got.push_back(sums[s.terms(lane)]);
    return got;
  }

  /// The collective computed in the type: integer sums wrap, and the identities are those of the type.
  static Results everything_narrowed(const Scene& s, const Cause& c) {
    const auto how = static_cast<Narrow>(c.choice);
    if (!has_operation(s.collective) || (!is_whole(how) && is_bitwise(s.collective.op))) return std::nullopt;
    return with_type_of<Results>(how, std::nullopt, [&]<class U>() -> Results {
      // A sum that rounds depends on the order. Converted::Steps models it.
      if (is_float_v<U> && s.collective.op == Op::Add) return std::nullopt;
      if constexpr (is_float_v<T> == is_float_v<U> || (!is_float_v<U> && sizeof(U) < 4)) {
        return std::nullopt;
      } else {
        const auto x = mapped(s.x, [&](T v) { return converted<U>(v, on_overflow(c)); });
        const auto results = answers<U>(s.collective, x, s.source);
        return mapped(results, [&](U v) { return converted<T>(v, on_overflow(c)); });
      }
    });
  }

  /// Sums that saturate at the limits of their own type.
  static Results saturated_sums(const Scene& s) {
    if (s.collective.op != Op::Add) return std::nullopt;
    auto got = s.truth;
    std::vector<ExactNumber> sums{0};
    for (const T v : s.x) sums.push_back(sums.back() + ExactNumber(v));
    for (std::size_t lane = 0; lane < got.size(); ++lane) {
      const ExactNumber exact = sums[s.terms(lane)];
      if (exact > ExactNumber(Limits<T>::max())) got[lane] = Limits<T>::max();
      if (exact < ExactNumber(Limits<T>::lowest())) got[lane] = Limits<T>::lowest();
    }
    return got;
  }

  /// Whether a conversion that overflows the integer type may return `v`.
  static bool may_come_from_overflow(T v) {
    constexpr auto sign = static_cast<T>(bits_of<T>{1} << (8 * sizeof(T) - 1));
    return v == Limits<T>::max() || v == Limits<T>::lowest() || v == T{0} || v == sign;
  }

  /// The ranges of the sums of the first 0, 1, ... values in U, with the judge's bounds. For more terms than
  /// these cover, a reduction gets the bound of a pairwise sum. A scan gets the sum of the magnitudes,
  /// because its first lanes identify the fault.
  template <class U>
  static std::vector<SumIn<U>> sums_in(const Scene& s) {
    const auto x = mapped(s.x, [](T v) { return static_cast<U>(v); });
    const auto is_finite = [](U v) { return std::isfinite(static_cast<double>(v)); };
    const auto end = std::ranges::find_if_not(x, is_finite);
    const std::span<const U> finite(x.begin(), end), rest(end, x.end());
    constexpr std::uint64_t most_terms = (std::uint64_t{1} << Limits<U>::precision) - 1;
    const auto legal = legal_sums<U>(finite.first(std::min<std::uint64_t>(finite.size(), most_terms)), {});
    std::vector<SumIn<U>> sums{{U{0}, U{0}}};
    double sum = 0, magnitude = 0;
    bool whole = true;
    const auto overflows = [&] { return magnitude > static_cast<double>(Limits<U>::max()); };
    for (std::size_t terms = 1; terms <= finite.size(); ++terms) {
      const auto v = static_cast<double>(finite[terms - 1]);
      sum += v;
      magnitude += std::abs(v);
      whole &= v == std::trunc(v);
      if (whole && magnitude <= std::ldexp(1.0, Limits<U>::precision)) {
        sums.push_back({static_cast<U>(sum), static_cast<U>(sum)});  // exact in any order
      } else if (terms <= most_terms) {
        sums.push_back({legal[terms - 1].low, legal[terms - 1].high, overflows()});
      } else {
        const double share = s.collective.family == Family::Reduce
                                 ? std::ldexp(2.0 * std::bit_width(terms), -Limits<U>::precision)
                                 : 1;
        const double off = share * magnitude;
        sums.push_back({static_cast<U>(sum - off), static_cast<U>(sum + off), overflows()});
      }
    }
    // From the first infinity or NaN on, the order makes no difference.
    U total = sums.back().low;
    for (const U v : rest) {
      total = combine(Op::Add, total, v);
      if (is_finite(v)) magnitude += std::abs(static_cast<double>(v));
      sums.push_back({total, total, overflows()});
    }
    return sums;
  }

  /// Whether sums in U may give `got`, in any order: each result is a value of U in the range of its sum. A
  /// sum beyond an integer T's limits may become any value that an overflow gives.
  template <class U>
  static bool is_summed_in(const Scene& s, Got got) {
    const auto is_of_u = [](T v) {
      return v == T{0} || same_bits(converted<T>(static_cast<U>(v), OnOverflow::Nearest), v) ||
             (!is_float_v<T> && may_come_from_overflow(v));
    };
    if (!std::ranges::all_of(got, is_of_u)) return false;
    const auto sums = sums_in<U>(s);
    bool wrong = false;
    for (std::size_t lane = 0; lane < got.size(); ++lane) {
      if (s.is_open(lane)) continue;
      const SumIn<U>& sum = sums[s.terms(lane)];
      wrong |= !s.is_right(lane, got[lane]);
      if constexpr (is_float_v<T>) {
        if (sum.overflows && !std::isfinite(static_cast<double>(got[lane]))) continue;
      } else if (ExactNumber(sum.high) > ExactNumber(Limits<T>::max()) ||
                 ExactNumber(sum.low) < ExactNumber(Limits<T>::lowest())) {
        // Saturation of an exact sum is another fault.
        if (sum.low == sum.high || !may_come_from_overflow(got[lane])) return false;
        continue;
      }
      const U seen = static_cast<U>(got[lane]);
      if (!(is_nan(sum.low) ? is_nan(seen) : sum.low <= seen && seen <= sum.high)) return false;
    }
    return wrong;
  }
};

}  // namespace

std::vector<FaultForm> narrowings() {
  return {{"bits", "N|K-N", "keeps {} bits of values"},
          {"via", "int|uint|short|ushort|half|float|double|char|uchar"},
          {.name = "as",
           .value = "saturates",
           .phrase = "saturates at the limit of a type",
           .unnamed = type_bits},
          {"as", "low_bit", "reads only the lowest bit of predicates"},
          {"as", "sign_bit", "reads only the sign of predicates"},
          {"bits", "N", "keeps {} bits of the number of true values", true, {"of", "count"}},
          {"as", "low_bit", "reads only the lowest bit of the number of true values", true, {"of", "count"}}};
}

template <class T>
void NarrowingModels<T>::suggest_narrowed(const Scene<T>& s, std::span<const T> got, Causes& to) {
  const auto put = [&](Narrow how, std::initializer_list<Converted> all, std::int64_t n = 0) {
    for (const Converted data : all)
      to.push_back(
          {.choice = static_cast<std::uint8_t>(how), .variant = static_cast<std::uint8_t>(data), .n = n});
  };
  using enum Converted;
  for (auto how = static_cast<std::uint8_t>(Narrow::Int); how <= static_cast<std::uint8_t>(Narrow::UChar);
       ++how) {
    const auto type = static_cast<Narrow>(how);
    if (Conversions<T>::reported_as_bits(type)) continue;
    put(type, {Values, Results});
    // Conversions between integer and floating-point types may overflow.
    const bool overflows = is_float_v<T> == is_whole(type);
    if (overflows) put(type, {ValuesIndefinite, ResultsIndefinite});
    if (overflows && has_operation(s.collective)) put(type, {Everything, EverythingIndefinite});
    if (!is_whole(type)) put(type, {Steps});
  }
  put(Narrow::Saturates, {Values});
  for (const std::int64_t bits : type_bits)
    if (Conversions<T>::is_narrower(bits)) put(Narrow::Saturates, {Values, Results}, bits);
  using U = bits_of<T>;
  constexpr int width = sizeof(T) * 8;
  U set_bits = 0, wrong_bits = 0;
  for (std::size_t lane = 0; lane < s.lanes(); ++lane) {
    set_bits |= std::bit_cast<U>(got[lane]);
    wrong_bits |= static_cast<U>(std::bit_cast<U>(got[lane]) ^ std::bit_cast<U>(s.truth[lane]));
  }
  // The bits below the lowest wrong bit are kept. A few of them may be right by chance.
  const int right = wrong_bits == 0 ? 0 : std::countr_zero(wrong_bits);
  if constexpr (is_float_v<T>) {
    // If values are combined, the results do not show which bits were lost. So only these are tried: the
    // bits below the lowest wrong one, and all bits but the sign.
    if (right > Limits<T>::precision && right < width - 1) put(Narrow::Bits, {Values, Results}, right);
    put(Narrow::Bits, {Values, Results}, width - 1);
  } else {
    for (std::int64_t bits = 8; bits < width; bits += 8) put(Narrow::Bits, {Values, Results}, bits);
    for (int bits = right; bits > 0 && bits > right - 4; --bits)
      if (bits % 8 != 0) put(Narrow::Bits, {Values, Results}, bits);
    if (width == 64) put(Narrow::Range, {Values, Results}, 32 | 64 << 8);
  }
  // The lost low bits end between the highest wrong bit and the lowest set bit. Far from the former, only
  // multiples of 16 are tried. Integer sums carry lost bits upwards, so only the latter counts.
  const int kept = set_bits == 0 ? 0 : std::countr_zero(set_bits);
  const int lost = !is_float_v<T> && s.collective.op == Op::Add ? kept : std::bit_width(wrong_bits);
  constexpr int most = is_float_v<T> ? Limits<T>::precision : width;
  for (int cut = std::max(lost, 1); cut <= kept && cut < most; ++cut)
    if (cut < lost + 12 || cut % 16 == 0)
      put(is_float_v<T> ? Narrow::Bits : Narrow::Range, {Values, Results},
          is_float_v<T> ? most - cut : cut | width << 8);
}

template <class T>
Results<T> NarrowingModels<T>::narrowed(const Scene<T>& s, const Cause& c) {
  const auto how = static_cast<Narrow>(c.choice);
  if (Conversions<T>::reported_as_bits(how)) return std::nullopt;
  if (how == Narrow::Saturates && c.n == 0) return Conversions<T>::saturated_sums(s);
  switch (converted_of(c)) {
    case Converted::Everything:
    case Converted::EverythingIndefinite:
      return Conversions<T>::everything_narrowed(s, c);
    case Converted::Results:
    case Converted::ResultsIndefinite: {
      auto got = s.truth;
      for (T& v : got) v = Conversions<T>::narrow(c, v);
      return got;
    }
    case Converted::Values:
    case Converted::ValuesIndefinite: {
      auto x = s.x;
      for (T& v : x) v = Conversions<T>::narrow(c, v);
      return s.results_for(x);
    }
    case Converted::Steps:
      return Conversions<T>::lane_by_lane(s, c);
  }
  __builtin_unreachable();
}

template <class T>
bool NarrowingModels<T>::fits_narrowed(const Scene<T>& s, const Cause& c, std::span<const T> got) {
  if (s.collective.op != Op::Add) return false;
  return with_type_of(static_cast<Narrow>(c.choice), false, [&]<class U>() {
    if constexpr (is_float_v<U>)
      return Conversions<T>::template is_summed_in<U>(s, got);
    else
      return false;
  });
}

template <class T>
bool NarrowingModels<T>::changes_narrowed(const Scene<T>& s, const Cause& c) {
  if (s.collective.op != Op::Add || leaves_room(s.rule)) return false;
  for (const T v : s.truth)
    if (!same_bits(Conversions<T>::narrow(c, v), v)) return true;
  return false;
}

#define WGCTS_INSTANTIATE(T) template struct NarrowingModels<T>;
WGCTS_FOR_EACH_GENTYPE(WGCTS_INSTANTIATE)
#undef WGCTS_INSTANTIATE

}  // namespace wgcts::reference::causes

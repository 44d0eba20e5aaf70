// Wrong models that return other values: constants, identities, single values, other builtins, lost special
// values, narrowed predicates, comparisons in another order, and the results of other calls.
#pragma once

#include <algorithm>
#include <bit>
#include <set>

#include "reference/causes/models.hpp"

namespace wgcts::reference::causes {

template <class T>
struct ValueModels {
  using Scene = reference::Scene<T>;
  using Results = reference::Results<T>;
  using Got = std::span<const T>;

  static bool holds(const ExactNumber& value) {
    return is_float_v<T> ||
           (value >= ExactNumber(Limits<T>::lowest()) && value <= ExactNumber(Limits<T>::max()));
  }

  /// The value of all lanes. Nothing if they differ.
  static std::optional<T> value_everywhere(Got got) {
    for (const T value : got)
      if (!same_bits(value, got[0])) return std::nullopt;
    return got[0];
  }

  static void suggest_constant(const Scene& s, Got got, Causes& to) {
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
  static Results constant(const Scene& s, const Cause& c) {
    if constexpr (is_float_v<T>)
      if (c.choice == 1) return s.everywhere(Limits<T>::nan());
    if (c.choice == 1) return std::nullopt;
    // The constant may come from a bug of a wider type.
    if (!holds(c.value)) return std::nullopt;
    return s.everywhere(c.value.to<T>());
  }

  static Results unwritten(const Scene& s, const Cause&) { return s.everywhere(s.unwritten); }
  static Results input(const Scene& s, const Cause&) { return s.x; }
  static Results identity_instead(const Scene& s, const Cause&) {
    return s.everywhere(identity<T>(s.collective.op));
  }
  static Results own_value_first(const Scene& s, const Cause&) {
    auto got = s.truth;
    got[0] = s.x[0];
    return got;
  }

  // Choices of other_builtin: 0 reduce, 1 inclusive scan, 2 exclusive scan, 3 add, 4 min, 5 max, 6 any, 7
  // all, 8 the other predicate.
  static Results other_builtin(const Scene& s, const Cause& c) {
    const auto as = [&](Family family, Op op) -> Results {
      if (Collective{family, op} == s.collective) return std::nullopt;
      return answers<T>({family, op}, s.x, s.source);
    };
    if (is_predicate(s.collective.family)) {
      if (c.choice == 4 || c.choice == 5) {
        const T v = c.choice == 4 ? *std::ranges::min_element(s.x) : *std::ranges::max_element(s.x);
        return s.everywhere(T(v != T{0}));
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

  // Choices of lane_value: 0 the first lane, 1 the last, 2 the middle, 3 lane n, 4 the first (broadcasts
  // only).
  static void suggest_lane_value(const Scene& s, Got got, Causes& to) {
    for (std::uint8_t choice = 0; choice < 3; ++choice) to.push_back({.choice = choice});
    const auto v = value_everywhere(got);
    if (!v) return;
    if (is_predicate(s.collective.family)) {
      // Many lanes have the same truth value. A fixed lane is one of a sub-group, which rarely has more than
      // 64 lanes.
      for (std::size_t lane = 0; lane < std::min<std::size_t>(s.lanes(), 64); ++lane)
        if ((s.x[lane] != T{0}) == (*v != T{0}))
          to.push_back({.choice = 3, .n = static_cast<std::int64_t>(lane)});
      return;
    }
    std::vector<std::int64_t> where;
    for (std::size_t lane = 0; lane < s.lanes() && where.size() < 3; ++lane)
      if (same_bits(s.x[lane], *v)) where.push_back(static_cast<std::int64_t>(lane));
    if (where.size() == 1) to.push_back({.choice = 3, .n = where[0]});
  }
  static Results lane_value(const Scene& s, const Cause& c) {
    const std::size_t lanes[] = {0, s.lanes() - 1, s.lanes() / 2};
    if (c.choice == 4 && s.collective.family != Family::Broadcast) return std::nullopt;
    const std::size_t lane = c.choice == 3 ? static_cast<std::size_t>(c.n) : lanes[c.choice % 4];
    if (lane >= s.lanes()) return std::nullopt;
    return s.everywhere(s.x[lane]);
  }

  // Variants of wrong_identity: 0 in lane 0 of an exclusive scan only, 1 in every result. Choices: 0 the
  // value, 1 the total, and from 2 on these values. Of an integer type, the last one is the least value.
  static constexpr T named_identities[] = {Limits<T>::max(), Limits<T>::lowest(), Limits<T>::min_normal()};
  static void suggest_wrong_identity(const Scene& s, Got got, Causes& to) {
    const auto put = [&](std::uint8_t variant, T v) {
      if (is_nan(v)) return;
      const std::size_t named = index_in(named_identities, v);
      if (named < std::size(named_identities) && v != T{0})
        to.push_back({.choice = static_cast<std::uint8_t>(2 + named), .variant = variant});
      else
        to.push_back({.variant = variant, .value = ExactNumber(v)});
    };
    if (s.collective.family == Family::ScanExclusive) {
      put(0, got[0]);
      to.push_back({.choice = 1});
    }
    for (std::size_t lane = 0; lane < s.lanes(); ++lane)
      if (!s.is_right(lane, got[lane])) {
        if (s.collective.op != Op::Add) return put(1, got[lane]);
        return put(1, difference(got[lane], s.truth[lane]));
      }
  }
  static Results wrong_identity(const Scene& s, const Cause& c) {
    auto got = s.truth;
    if (c.choice == 1) {
      if (s.collective.family != Family::ScanExclusive) return std::nullopt;
      got[0] = reduce<T>(s.collective.op, s.x);
      return got;
    }
    if (!holds(c.value)) return std::nullopt;
    const T v = c.choice == 0 ? c.value.to<T>() : named_identities[c.choice - 2];
    if (c.variant == 0 && s.collective.family != Family::ScanExclusive) return std::nullopt;
    if (c.variant == 0)
      got[0] = v;
    else
      for (T& r : got) r = combine(s.collective.op, r, v);
    return got;
  }

  /// Whether the value is lost, by Lost.
  static constexpr bool (*is_lost[])(T) = {
      [](T v) { return is_nan(v); },
      [](T v) { return is_float_v<T> && std::isinf(static_cast<double>(v)); },
      [](T v) { return is_float_v<T> && v == T{0} && std::bit_cast<bits_of<T>>(v) != 0; },
      [](T v) {
        return is_float_v<T> && v != T{0} && v < Limits<T>::min_normal() &&
               v > static_cast<T>(-Limits<T>::min_normal());
      },
      [](T v) { return v == Limits<T>::lowest(); },
      [](T v) { return v == Limits<T>::max(); },
      [](T v) { return v == static_cast<T>(-1); },
      [](T v) { return v < T{0}; },
  };

  // Variants of value_lost: the value becomes 0 (0), the neutral value (1) or the finite limit of its sign
  // (2). 3: an integer limit becomes the value beside it; two saturating negations do this to the least
  // value. 4 to 7 do the same to results. 8: INF - INF gives INF.
  static Results value_lost(const Scene& s, const Cause& c) {
    const auto instead = [&](T v) {
      const T limit = v < T{0} ? Limits<T>::lowest() : Limits<T>::max();
      if (c.variant % 4 == 1) return s.collective.family == Family::Broadcast ? T{0} : s.neutral();
      if (c.variant % 4 == 2) return limit;
      if (c.variant % 4 == 3) return v != limit ? v : static_cast<T>(v < T{0} ? v + T{1} : v - T{1});
      return T{0};
    };
    const bool of_values = c.variant < 4, subtracts = c.variant == 8;
    if (subtracts && static_cast<Lost>(c.choice) != Lost::Nan) return std::nullopt;
    auto values = of_values ? s.x : s.truth;
    if (std::ranges::none_of(values, [&](T v) { return is_lost[c.choice](v); })) return std::nullopt;
    for (T& v : values)
      if (is_lost[c.choice](v)) v = subtracts ? Limits<T>::infinity() : instead(v);
    if (of_values) return s.results_for(values);
    return values;
  }

  /// Whether every wrong result is within the relative error `near`.
  static bool fits_inexact(const Scene& s, const Cause&, Got got) {
    if constexpr (!is_float_v<T>) return false;
    // A half has only 11 bits, so its tolerance is larger.
    constexpr double near = Limits<T>::precision < 16 ? 0x1p-6 : 0x1p-8;
    if (is_predicate(s.collective.family)) return false;
    for (std::size_t lane = 0; lane < got.size(); ++lane) {
      if (s.is_right(lane, got[lane])) continue;
      // A small error of the largest finite number gives infinity.
      const T finite = std::clamp(got[lane], Limits<T>::lowest(), Limits<T>::max());
      const auto truth = static_cast<double>(s.truth[lane]), result = static_cast<double>(finite);
      if (!std::isfinite(result) || !std::isfinite(truth) ||
          !(std::abs(result - truth) <= near * std::abs(truth)))
        return false;
    }
    return true;
  }

  // Choices of other_call: next, previous, first, or joined with the previous one. Variant 0 takes calls of
  // the same builtin, 1 calls of any builtin. 2 is 0, but joins all previous calls.
  static Results other_call(const Scene& s, const Cause& c) {
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
  static Results other_group(const Scene& s, const Cause& c) {
    if (c.choice >= s.groups.size() || s.groups[c.choice].empty()) return std::nullopt;
    const auto& from = s.groups[c.choice];
    std::vector<T> got;
    for (std::size_t lane = 0; lane < s.lanes(); ++lane) got.push_back(from[lane % from.size()]);
    return got;
  }

  static Results inverted(const Scene& s, const Cause& c) {
    const auto is_true = [](T v) { return v != T{0}; };
    const bool of = c.choice == 1   ? std::ranges::any_of(s.x, is_true)
                    : c.choice == 2 ? std::ranges::all_of(s.x, is_true)
                                    : is_true(s.truth[0]);
    // The opposite of the builtin's own result is choice 0.
    if (c.choice == 1 && s.collective.family == Family::Any) return std::nullopt;
    if (c.choice == 2 && s.collective.family == Family::All) return std::nullopt;
    return s.everywhere(T(!of));
  }

  static Cause narrowed_to(Narrow choice, std::int64_t n = 0, std::uint8_t variant = 0) {
    return {.choice = static_cast<std::uint8_t>(choice), .variant = variant, .n = n};
  }

  /// Whether a driver may read just these bits: the lower ones, the upper ones, hexadecimal digits in the
  /// middle, or the exponent of a half or a float, because it compares the value as such a number and flushes
  /// subnormals. These are 83 of 495 ranges. With all 495, the diagnosis of a simulated fault of `any`
  /// reached its limit of work.
  static constexpr bool is_plausible_range(int from, int end) {
    return from == 0 || end == 32 || (from % 4 == 0 && end % 4 == 0) || (from == 10 && end == 15) ||
           (from == 23 && end == 31);
  }

  /// Suggests each plausible range of bits that explains the work-group if nothing else of a value is read,
  /// the widest first. The true range of a fault is suggested for each of its wrong work-groups, wider ones
  /// only for some.
  static void suggest_ranges(const Scene& s, Causes& to) {
    std::set<std::uint32_t> values;
    for (const T v : s.x)
      if (v != T{0}) values.insert(static_cast<std::uint32_t>(static_cast<std::int64_t>(v)));
    const auto explains = [&](int from, int end) {
      const auto read = static_cast<std::uint32_t>((1ULL << end) - (1ULL << from));
      const auto has_bits = [&](std::uint32_t v) { return (v & read) != 0; };
      // In `any`, every true value is lost. In `all`, at least one is.
      return s.collective.family == Family::All ? !std::ranges::all_of(values, has_bits)
                                                : std::ranges::none_of(values, has_bits);
    };
    // If only the sign is lost, value_lost explains the work-group, and nothing else tells the ranges apart.
    if (explains(0, 31)) return;
    // A single bit that is left has another name.
    for (int width = 31; width > 1; --width)
      for (int from = 32 - width; from >= 0; --from)
        if (is_plausible_range(from, from + width) && explains(from, from + width))
          to.push_back(from == 0 ? narrowed_to(Narrow::Bits, width)
                                 : narrowed_to(Narrow::Range, from | (from + width) << 8));
  }

  // `narrowed` for predicates: bits of each value, or of the number of true (variant 1: false) values.
  static void suggest_narrowed_predicate(const Scene& s, Got, Causes& to) {
    to.push_back(narrowed_to(Narrow::LowBit));
    to.push_back(narrowed_to(Narrow::SignBit));
    suggest_ranges(s, to);
    const std::uint8_t counts = s.collective.family == Family::All ? 2 : 1;
    for (std::uint8_t variant = 0; variant < counts; ++variant) {
      // Widest first: a count that overflows a wide counter overflows every narrower one.
      for (const std::int64_t bits : {16, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2})
        to.push_back(narrowed_to(Narrow::CountBits, bits, variant));
      to.push_back(narrowed_to(Narrow::CountLowBit, 0, variant));
    }
  }
  static Results narrowed_predicate(const Scene& s, const Cause& c) {
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
      return s.everywhere(T(is_true));
    }
    auto x = s.x;
    if constexpr (std::is_same_v<T, std::int32_t>)
      for (T& v : x) v = T(kept(static_cast<std::uint32_t>(v)) != 0);
    return s.results_for(x);
  }

  // Variant 1 of aggregated_as compares the sum with the number of lanes.
  static Results aggregated_as(const Scene& s, const Cause& c) {
    std::uint32_t all = ~0U, any = 0, odd = 0, sum = 0;
    for (const T v : s.x) {
      const auto bits = static_cast<std::uint32_t>(static_cast<std::int64_t>(v));
      all &= bits, any |= bits, odd ^= bits, sum += bits;
    }
    const std::uint32_t values[] = {all, any, odd, sum};
    constexpr std::uint8_t of_sum = 3;
    if (c.variant == 1 && c.choice != of_sum) return std::nullopt;
    if (c.variant == 1) return s.everywhere(T(sum == s.lanes()));
    return s.everywhere(T(values[c.choice] != 0));
  }

  /// The key of the value in that comparison. Nothing if the comparison makes no difference to the type.
  static std::optional<ExactNumber> seen_as(Comparison how, T v) {
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

  // Variants of compared_as: 0 returns the winning value, 1 its magnitude. 2 compares with the words swapped.
  // 3 is 0 with the identity of the other signedness in exclusive scans. 4 compares the bits as unsigned.
  static constexpr std::uint8_t comparison_variants = 5;
  static bool has_variant(Collective collective, Comparison how, std::uint8_t variant) {
    if (variant == 1) return how == Comparison::Magnitude;
    if (variant == 2) return how == Comparison::LowWord;
    if (variant == 3) return collective.family == Family::ScanExclusive && how <= Comparison::Unsigned;
    if (variant == 4) return how == Comparison::Bits;
    return true;
  }
  /// The identity of the integer type with the opposite signedness.
  static T least_of_other_sign(Op op) {
    if constexpr (is_float_v<T>) {
      return identity<T>(op);
    } else {
      using Other = std::conditional_t<std::is_signed_v<T>, std::make_unsigned_t<T>, std::make_signed_t<T>>;
      return static_cast<T>(identity<Other>(op));
    }
  }
  static Results compared_as(const Scene& s, const Cause& c) {
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
    if (s.collective.family == Family::Reduce) return s.everywhere(result(best));
    if (s.collective.family == Family::ScanExclusive) {
      const Op op = s.collective.op;
      got.insert(got.begin(), c.variant == 3 ? least_of_other_sign(op) : identity<T>(op));
      got.pop_back();
    }
    return got;
  }
  /// Whether `got` fits the model. Any of the values with equal keys may win.
  static bool ties_count(const Scene& s, const Cause& c, std::span<const T> model, Got got) {
    const auto how = static_cast<Comparison>(c.choice);
    const bool may_tie = how == Comparison::LowWord || how == Comparison::HighWord ||
                         how == Comparison::Float || how == Comparison::Double ||
                         how == Comparison::Magnitude;
    for (std::size_t lane = 0; lane < got.size(); ++lane) {
      if (s.agrees(lane, model[lane], got[lane])) continue;
      if (!may_tie || c.variant != 0 || *seen_as(how, model[lane]) != *seen_as(how, got[lane])) return false;
      if (!is_in(got[lane], s.x)) return false;
    }
    return true;
  }
  /// Suggests the comparisons that return exactly `got`. If there is none, suggests those that explain it by
  /// ties: a coarse comparison has ties wherever a finer one differs.
  static void suggest_compared(const Scene& s, Got got, Causes& to) {
    constexpr auto last = static_cast<std::uint8_t>(Comparison::Double);
    std::vector<Cause> exact, tied;
    for (std::uint8_t how = 0; how <= last; ++how)
      for (std::uint8_t variant = 0; variant < comparison_variants; ++variant) {
        const Cause cause{.choice = how, .variant = variant};
        const auto model = compared_as(s, cause);
        if (model && s.agree(*model, got))
          exact.push_back(cause);
        else if (model && ties_count(s, cause, *model, got))
          tied.push_back(cause);
      }
    std::ranges::copy(exact.empty() ? tied : exact, std::back_inserter(to));
  }
  static bool fits_compared(const Scene& s, const Cause& c, Got got) {
    const auto model = compared_as(s, c);
    return model && ties_count(s, c, *model, got);
  }
  static bool changes_compared(const Scene& s, const Cause& c) {
    const auto model = compared_as(s, c);
    return model && !ties_count(s, c, *model, s.truth);
  }
};

}  // namespace wgcts::reference::causes

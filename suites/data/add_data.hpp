// Inputs for reduce_add and the add scans.
//
// Unless a class says otherwise, every order of additions gives the same sum: unsigned integers wrap, signed
// ones cannot overflow (WGC.U.1), and floating-point values are multiples of a quantum. The sums of the
// positive and of the negative ones fit into the significand.
#pragma once

#include <cmath>

#include "reference/clauses.hpp"
#include "suites/data/data.hpp"

namespace wgcts::suites {

template <class T>
struct AddData {
  using F = Filling<T>;

  static constexpr int exact_bits = is_float_v<T> ? Limits<T>::precision : std::numeric_limits<T>::digits;

  static T power_of_two(int exponent) { return static_cast<T>(std::ldexp(1.0, exponent)); }

  /// The largest sum of the values of one sign, in quanta.
  static constexpr std::uint64_t capacity =
      exact_bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << exact_bits % 64) - 1;

  /// Calls `put(lane)` for as many lanes as the capacity allows one quantum each, usually all. For half in a
  /// large work-group, these are every k-th lane, starting one lane later in each work-group of the class.
  static void each_affordable_lane(F& f, auto put) {
    const std::size_t stride = f.lanes() / (capacity / 2 + 1) + 1;
    f.set_all(T{0});
    for (std::size_t lane = f.index % stride; lane < f.lanes(); lane += stride) put(lane);
  }

  static void ones(F& f) {
    each_affordable_lane(f, [&](std::size_t lane) { f.x[lane] = T{1}; });
  }

  static void small_multiples(F& f, int quantum_exponent) {
    const std::uint64_t share = std::max<std::uint64_t>(capacity / f.lanes(), 1);
    each_affordable_lane(f, [&](std::size_t lane) {
      const auto magnitude = static_cast<double>(1 + f.random.below(share));
      f.x[lane] = static_cast<T>(std::ldexp(f.random.coin() ? -magnitude : magnitude, quantum_exponent));
    });
  }

  static void exact(F& f) {
    if constexpr (is_float_v<T>) {
      // Fractions detect sums in integers. The smallest and largest scales detect sums in a narrower type.
      const int scales[] = {0, -2, Limits<T>::min_exponent - 1,
                            Limits<T>::max_exponent - Limits<T>::precision - 1};
      small_multiples(f, scales[f.index % 4]);
    } else if constexpr (std::is_unsigned_v<T>) {
      random_values(f);
    } else {
      const std::uint64_t share = capacity / f.lanes();
      for (T& x : f.x) {
        const auto magnitude = static_cast<T>(1 + f.random.below(share));
        x = f.random.coin() ? static_cast<T>(-magnitude) : magnitude;
      }
    }
  }

  static std::size_t blocks_of(std::size_t lanes) { return (lanes + exact_bits - 1) / exact_bits; }

  static void coded(F& f) {
    const std::size_t blocks = blocks_of(f.lanes());
    std::size_t block = f.index;
    if (blocks > f.count && f.index > 0) block = f.index == 1 ? blocks - 1 : f.random.below(blocks);
    f.set_all(T{0});
    for (std::size_t lane = block % blocks * exact_bits, bit = 0; bit < exact_bits && lane < f.lanes();
         ++bit, ++lane)
      f.x[lane] = power_of_two(static_cast<int>(bit));
  }

  /// One value that needs the type's full width, and small odd values in all other lanes. Sums in a narrower
  /// type, or through float or double, lose the small ones.
  static void wide(F& f) {
    constexpr std::uint64_t most = capacity / 2;
    ones(f);
    const std::size_t big = f.random.below(f.lanes());
    f.x[big] = static_cast<T>(static_cast<double>(most / 2) + 1.0);
    if constexpr (!is_float_v<T>) f.x[big] = static_cast<T>(most / 2 + 1 + f.random.below(most / 4));
    if constexpr (std::is_signed_v<T> && !is_float_v<T>)
      if (f.index % 2 == 1)
        for (T& x : f.x) x = static_cast<T>(-x);
  }

  /// Large values of both signs that cancel, with small ones in between.
  static void cancel(F& f) {
    if constexpr (std::is_unsigned_v<T>) {
      for (std::size_t lane = 0; lane < f.lanes(); ++lane)
        f.x[lane] = power_of_two(exact_bits - 1) + (lane % 2 == 0 ? T(lane) : T{0} - T(lane));
    } else {
      each_affordable_lane(f, [&](std::size_t lane) { f.x[lane] = lane % 3 == 0 ? T{-1} : T{1}; });
      const T big = power_of_two(exact_bits - 2);
      const std::size_t first = f.random.below(f.lanes());
      f.x[first] = big;
      if (f.lanes() > 1) f.x[(first + 1 + f.random.below(f.lanes() - 1)) % f.lanes()] = static_cast<T>(-big);
    }
  }

  /// Values with full significands. There are few, so that the bound stays far below each of them: a larger
  /// bound would accept a missing lane. Negative values are smaller and fewer. Otherwise a sum near 0 or 1
  /// would make constant results legal. The work-groups 1, 3 and 4 have only two values, so that one result
  /// is legal: see round_once().
  static void rounding(F& f) {
    constexpr int bits = Limits<T>::precision;
    constexpr std::size_t most = sizeof(T) == 2 ? 10 : 64;
    const bool once = f.index == 1 || f.index >= 3;
    f.set_all(T{0});
    const std::size_t values = std::min(once ? 2 : most, f.lanes());
    const std::size_t stride = f.index == 0 ? 1 : std::max<std::size_t>(f.lanes() / values, 1);
    for (std::size_t i = 0; i < values; ++i) {
      const auto fraction = static_cast<double>(f.random.below(std::uint64_t{1} << (bits - 1)));
      f.x[i * stride % f.lanes()] =
          static_cast<T>((1 + std::ldexp(fraction, 1 - bits)) * (f.index == 2 && i % 3 == 2 ? -1 : 2));
    }
    if (once && values == 2) round_once(f, f.x[0], f.x[stride]);
  }

  /// Changes two values in [2, 4), so that their sum rounds. First it is halfway between two neighbouring
  /// numbers: the even one is the larger one, then the smaller one. Each other way of rounding makes one of
  /// the two sums wrong. Then the second value is smaller, and its last bits are behind the end of the sum.
  static void round_once(F& f, T& first, T& second) {
    const auto bits = [](T value) { return std::bit_cast<bits_of<T>>(value); };
    if (f.index == 4) {
      second = static_cast<T>(std::ldexp(static_cast<double>(second), -3));
      if (f.random.coin()) first = static_cast<T>(-first), second = static_cast<T>(-second);
    } else {
      const bits_of<T> last_bits = f.index == 1 ? 3 : 1;
      second =
          std::bit_cast<T>(static_cast<bits_of<T>>((bits(second) & ~3) | ((last_bits - bits(first)) & 3)));
    }
  }

  /// +INF or -INF in one lane, both (a NaN in every order, WGC.U.4), a NaN, and INF in all lanes.
  static void infinity(F& f) {
    constexpr T inf = Limits<T>::infinity(), minus_inf = static_cast<T>(-inf);
    ones(f);
    const std::size_t lane = f.random.below(f.lanes());
    const T values[] = {inf, minus_inf, inf, Limits<T>::nan(), inf};
    if (f.index == 4) f.set_all(inf);
    f.x[lane] = values[f.index];
    if (f.index == 2) f.x[f.opposite(lane)] = minus_inf;
  }

  static std::vector<DataClass<T>> classes() {
    std::vector<DataClass<T>> rows{
        {"exact", "random values whose sum is the same in every order", always<4>, exact},
        {"ones", "one in every lane: detects a scan that restarts, or a dropped or padded tail", always<1>,
         ones},
        {"zeros", "zero in every lane: detects remains of another work-group or call", always<1>,
         [](F& f) { f.set_all(T{0}); }},
        {"wide", "a large value and small ones: detects a sum in a narrower type", always<2>, wide},
        {"coded", "one bit for each lane: the sum shows which lanes it contains",
         [](std::size_t lanes, std::size_t) { return std::min<std::size_t>(blocks_of(lanes), 4); }, coded},
        {"lone", "one non-zero value in the work-group",
         [](std::size_t lanes, std::size_t walk) {
           return each_lane(lanes, std::min<std::size_t>(walk, 12));
         },
         [](F& f) {
           f.set_all(T{0});
           // Drawn first: in an assignment of half, GCC 12 evaluates the left side first, and Clang the
           // right.
           const T value = f.random.coin() ? T{1} : power_of_two(exact_bits - 1);
           f.x[walk_lane(f)] = value;
         }},
        {"wrap", "unsigned sums wrap", always < std::is_unsigned_v<T> ? 3 : 0 >,
         // Many times, once, and by exactly one.
         [](F& f) {
           f.set_all(f.index == 0 ? Limits<T>::max() : T{0});
           if (f.index == 0) return;
           f.any_lane() = Limits<T>::max();
           T& other = f.any_lane();
           other = f.index == 1 ? T{1} : static_cast<T>(f.random.bits());
         },
         cite("WGC.IN.1")},
        {"cancel", "large values that cancel", always<2>, cancel},
    };
    if constexpr (is_float_v<T>) {
      const DataClass<T> floating[] = {
          {"rounding", "sums that round, judged by a bound for every order", always<5>, rounding,
           cite("WGC.FP.2"), nullptr, Rule::Bounded},
          {"infinity", "INF and NaN among the values", always<5>, infinity, cite("WGC.FP.5"), has_infinities},
          {"overflow", "a sum that overflows in every order", always<2>,
           // Two values of one sign, so that the sum overflows in every precision (WGC.U.6).
           [](F& f) {
             f.set_all(T{0});
             const std::size_t lane = f.random.below(f.lanes());
             f.x[lane] = f.x[f.opposite(lane)] = f.index == 0 ? Limits<T>::max() : Limits<T>::lowest();
           },
           cite("WGC.FP.6"), overflow_is_infinite},
          {"subnormal", "sums of subnormals", always<2>,
           [](F& f) { small_multiples(f, Limits<T>::min_exponent - Limits<T>::precision); }, cite("WGC.FP.4"),
           has_denormals},
          {"negative_zeros", "sums of -0, which may be zero of either sign", always<1>,
           [](F& f) { f.set_all(static_cast<T>(-T{0})); }, "", nullptr, Rule::Exact, zero_sign_seen<T>},
      };
      rows.insert(rows.end(), std::begin(floating), std::end(floating));
    } else if constexpr (std::is_signed_v<T>) {
      rows.push_back({"extremes", "the smallest and the largest value", always<3>,
                      // In at most two lanes, so that no order overflows.
                      [](F& f) {
                        f.set_all(T{0});
                        const std::size_t low = f.random.below(f.lanes());
                        if (f.index != 1) f.x[low] = Limits<T>::lowest();
                        if (f.index != 0) f.x[f.opposite(low)] = Limits<T>::max();
                      }});
      rows.push_back({"overflow", "sums that overflow", always<1>,
                      // Positive values. Any two of them overflow, with an undefined result (WGC.U.1).
                      [](F& f) { f.set_all(static_cast<T>(Limits<T>::max() / 2 + 1)); }, "", nullptr,
                      Rule::Observed, overflow_seen<T>});
    }
    return rows;
  }
};

}  // namespace wgcts::suites

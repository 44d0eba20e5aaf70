// Inputs for reduce_mul and the mul scans.
//
// Every order of multiplications gives the same product: unsigned integers wrap, signed ones cannot overflow
// (WGC.U.1), and floating-point products round at most once. Unless a class says otherwise, every part of the
// product is a normal number.
#pragma once

#include <cmath>

#include "reference/clauses.hpp"
#include "suites/data/data.hpp"

namespace wgcts::suites {

template <class T>
struct ProductData {
  using F = Filling<T>;

  static T signed_by_chance(F& f, T value) {
    if constexpr (std::is_unsigned_v<T>)
      return value;
    else
      return f.random.coin() ? static_cast<T>(-value) : value;
  }

  static constexpr std::uint64_t first_primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47};

  /// The number of first primes whose product T represents exactly.
  static constexpr std::size_t primes_that_fit() {
    std::uint64_t room = ~std::uint64_t{0} >> (64 - Limits<T>::precision);
    std::size_t count = 0;
    while (count < std::size(first_primes) && room >= first_primes[count]) room /= first_primes[count++];
    return count;
  }

  /// Different primes in different lanes, as many as fit: the product shows which lanes it contains. Products
  /// of 64-bit integers need more bits than int and double have.
  static void primes(F& f) {
    constexpr std::size_t most = primes_that_fit();
    f.set_all(T{1});
    const std::size_t stride = std::max<std::size_t>(f.lanes() / most, 1);
    const std::size_t first = f.random.below(f.lanes());
    for (std::size_t i = 0; i < std::min(most, f.lanes()); ++i)
      f.x[(first + i * stride) % f.lanes()] = signed_by_chance(f, static_cast<T>(first_primes[most - 1 - i]));
  }

  /// 1 and -1, so that each lane may change the sign. Unsigned integers are odd, so that their products wrap
  /// and never become zero.
  static void units(F& f) {
    for (T& x : f.x) {
      if constexpr (std::is_unsigned_v<T>)
        x = static_cast<T>(f.random.bits() | 1);
      else
        x = signed_by_chance(f, T{1});
    }
  }

  /// Large and small powers of two. Every part of the product is a normal number.
  static void powers(F& f) {
    constexpr int up = Limits<T>::max_exponent - 2, down = -(Limits<T>::min_exponent + 1);
    constexpr int each = 8;
    f.set_all(T{1});
    const auto put = [&](int exponent) {
      T& x = f.any_lane();
      if (x == T{1}) x = signed_by_chance(f, static_cast<T>(std::ldexp(1.0, exponent)));
    };
    for (int i = 0; i < each; ++i) put(std::max(up / each, 1)), put(-std::max(down / each, 1));
  }

  /// A product halfway between two neighbouring numbers: the even one is the larger one, then the smaller
  /// one. Each other way of rounding makes one of the two wrong. Extra precision represents the product
  /// exactly: it has one bit more than T.
  static void rounding(F& f) {
    constexpr int bits = Limits<T>::precision;
    f.set_all(T{1});
    const std::size_t lane = f.random.below(f.lanes());
    const std::uint64_t ulps = 4 * f.random.below(std::uint64_t{1} << (bits - 5)) + (f.index == 0 ? 1 : 3);
    f.x[lane] = T{3};
    f.x[f.opposite(lane)] = static_cast<T>(1 + std::ldexp(static_cast<double>(ulps), 1 - bits));
  }

  /// A subnormal number, as an input or as a product of normal numbers.
  static void subnormal(F& f) {
    constexpr int smallest_normal = Limits<T>::min_exponent - 1;
    units(f);
    const std::size_t lane = f.random.below(f.lanes());
    if (f.index == 1) f.x[f.opposite(lane)] = signed_by_chance(f, T{0.25});
    f.x[lane] =
        signed_by_chance(f, static_cast<T>(std::ldexp(1.25, smallest_normal - (f.index == 0 ? 2 : 0))));
  }

  /// Two values whose product overflows in every order, unlike in WGC.U.6.
  static void overflow(F& f) {
    units(f);
    const std::size_t lane = f.random.below(f.lanes());
    for (const std::size_t large : {lane, f.opposite(lane)})
      f.x[large] = signed_by_chance(f, Limits<T>::max());
  }

  static std::vector<DataClass<T>> classes() {
    std::vector<DataClass<T>> rows{
        {"primes", "a few primes: the product shows which lanes it contains", always<4>, primes},
        {"units", "every lane counts, by its sign or as an odd number", always<3>, units,
         std::is_unsigned_v<T> ? cite("WGC.IN.1") : ""},
        {"lone", "one value other than 1, walked through the lanes", each_lane,
         [](F& f) {
           f.set_all(T{1});
           // Drawn first, as in add_data.
           const T value = signed_by_chance(f, static_cast<T>(2 + f.random.below(30)));
           f.x[walk_lane(f)] = value;
         }},
        {"ones", "one in every lane: detects remains of another work-group or call", always<1>,
         [](F& f) { f.set_all(T{1}); }},
        {"zero", "a single zero", always<2>,
         [](F& f) {
           units(f);
           f.any_lane() = T{0};
         }},
    };
    if constexpr (is_float_v<T>) {
      rows.push_back({"powers", "large and small powers of two", always<3>, powers});
      rows.push_back({"rounding", "a product that rounds, with one legal result", always<2>, rounding,
                      cite("WGC.FP.2"), [](const FloatRules& rules) { return rules.nearest; }});
      rows.push_back({"subnormal", "a subnormal value or product", always<2>, subnormal, cite("WGC.FP.4"),
                      has_denormals});
      rows.push_back({"overflow", "a product that overflows in every order", always<1>, overflow,
                      cite("WGC.FP.6"), overflow_is_infinite});
      rows.push_back({"infinity", "INF and NaN among the values", always<3>,
                      // INF in one lane, INF and zero (a NaN in every order, WGC.U.4), and a NaN.
                      [](F& f) {
                        units(f);
                        const std::size_t lane = f.random.below(f.lanes());
                        f.x[lane] = f.index == 2 ? Limits<T>::nan() : Limits<T>::infinity();
                        if (f.index == 1) f.x[f.opposite(lane)] = T{0};
                      },
                      cite("WGC.FP.5"), has_infinities});
    }
    return rows;
  }
};

}  // namespace wgcts::suites

// Input data. Each class of data is meant to detect certain bugs. The input of a work-group depends only on
// the class's name and the seed, so it is the same on every machine.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "reference/judge.hpp"
#include "suites/builtin.hpp"
#include "suites/random.hpp"

namespace wgcts::suites {

/// Names the behaviour that the results `got` of a work-group with the values `x` show; empty if they show
/// none.
template <class T>
using Observe = std::string_view (*)(Collective, std::span<const T> x, std::span<const T> got);

/// The input of one work-group, which a class fills.
template <class T>
struct Filling {
  Collective collective;
  std::span<T> x;      ///< by local linear id; at least one lane
  std::size_t index;   ///< the index of the work-group in its class: 0 .. count-1
  std::size_t count;   ///< number of work-groups of the class in this launch
  std::size_t source;  ///< the source of a broadcast; the class may change it
  Random random;

  std::size_t lanes() const { return x.size(); }
  T& any_lane() { return x[random.below(lanes())]; }
  /// The lane that is half of the work-group away.
  std::size_t opposite(std::size_t lane) const { return (lane + lanes() / 2) % lanes(); }
  void set_all(T value) { std::ranges::fill(x, value); }
};

/// A kind of input data. Each work-group of a launch has data of one class.
template <class T>
struct DataClass {
  std::string_view name;
  std::string_view plan;  ///< a description
  /// Number of work-groups for a work-group size. `walk` limits those that walk over lanes.
  std::size_t (*count)(std::size_t lanes, std::size_t walk);
  void (*fill)(Filling<T>&);
  std::string_view clause = {};  ///< the clause that a failure breaks; empty: the builtin's own
  bool (*applies)(const FloatRules&) = nullptr;  ///< nullptr: always
  Rule rule = Rule::Exact;
  Observe<T> observe = nullptr;  ///< names the open behaviour that legal results show
};

/// The classes for a builtin's inputs of type T. The first four are in every launch.
template <class T>
std::span<const DataClass<T>> data_classes(Collective collective);

/// The class of a work-group's data, and the index of the work-group in the class.
template <class T>
struct Assignment {
  const DataClass<T>* data;
  std::size_t index;
  std::size_t count;
};

/// The work-groups that a builtin needs for a work-group size, in order. `walk` limits those that walk over
/// lanes. A launch with more work-groups starts again with other random values.
template <class T>
std::vector<Assignment<T>> schedule(Collective collective, const FloatRules& rules, std::size_t lanes,
                                    std::size_t walk);

template <class T>
struct WorkGroupData {
  std::vector<T> x;    ///< by local linear id
  std::size_t source;  ///< the linear id of a broadcast's source
};

/// The input of work-group `group` with `lanes` work-items.
template <class T>
WorkGroupData<T> make_data(Collective collective, const Assignment<T>& assignment, std::size_t lanes,
                           std::uint64_t seed, std::size_t group);

template <std::size_t N>
constexpr std::size_t always(std::size_t /*lanes*/, std::size_t /*walk*/) {
  return N;
}
constexpr std::size_t each_lane(std::size_t lanes, std::size_t walk) { return lanes < walk ? lanes : walk; }

// For DataClass::applies.
inline bool has_infinities(const FloatRules& rules) { return rules.infinities; }
inline bool has_denormals(const FloatRules& rules) { return rules.denormals; }
/// With rounding toward zero, an overflow gives the largest number, also without one of the lanes.
inline bool overflow_is_infinite(const FloatRules& rules) { return rules.infinities && rules.nearest; }

/// The lane of work-group `index` in a walk. If there are enough work-groups, each lane in turn. Otherwise
/// the last and the first, each twice, because two work-groups may take different arms of a branch. Then
/// random lanes next to multiples of 8, 16, 32 and 64, where sub-groups and vector registers end.
template <class T>
std::size_t walk_lane(Filling<T>& f) {
  const std::size_t n = f.lanes();
  if (f.count >= n) return f.index % n;
  if (f.index < 4) return f.index == 0 || f.index == 3 ? n - 1 : 0;
  const std::size_t width = std::size_t{8} << f.random.below(4);
  const std::size_t lane = width * f.random.below(n / width + 1) + f.random.below(3);
  return lane == 0 ? n / 2 : (lane - 1) % n;
}

/// The sign of a floating-point value, in its bits.
template <class T>
inline constexpr auto sign_bit = static_cast<bits_of<T>>(bits_of<T>{1} << (8 * sizeof(T) - 1));

/// The rank of zero, except in unsigned types.
inline constexpr std::uint64_t middle_rank = std::uint64_t{1} << 63;

/// Maps values to whole numbers in the same order, so that neighbours differ by one. The numbers are
/// unsigned, so that differences and sums never overflow. 0 - rank reverses the order of floating-point
/// values, and ~rank that of integers. NaN is not allowed.
template <class T>
constexpr std::uint64_t rank_of(T value) {
  if constexpr (is_float_v<T>) {
    const auto bits = std::bit_cast<bits_of<T>>(value);
    const std::uint64_t magnitude = bits & ~sign_bit<T>;
    return bits < sign_bit<T> ? middle_rank + magnitude : middle_rank - magnitude;
  } else if constexpr (std::is_signed_v<T>) {
    return middle_rank + static_cast<std::uint64_t>(value);
  } else {
    return value;
  }
}

template <class T>
constexpr T of_rank(std::uint64_t rank) {
  if constexpr (is_float_v<T>) {
    const auto bits =
        static_cast<bits_of<T>>(rank < middle_rank ? (middle_rank - rank) | sign_bit<T> : rank - middle_rank);
    return std::bit_cast<T>(bits);
  } else {
    return static_cast<T>(std::is_signed_v<T> ? rank - middle_rank : rank);
  }
}

/// Replaces a subnormal by zero, for data that must also work without CL_FP_DENORM (WGC.U.8).
template <class T>
constexpr T without_subnormal(T value) {
  if constexpr (is_float_v<T>) {
    const T magnitude = value < T{0} ? static_cast<T>(-value) : value;
    if (magnitude < Limits<T>::min_normal()) return T{0};
  }
  return value;
}

/// A random finite value. Every bit pattern has the same chance, except that subnormals become zero.
template <class T>
T any_value(Random& random) {
  if constexpr (is_float_v<T>) {
    const std::uint64_t lowest = rank_of(Limits<T>::lowest()), highest = rank_of(Limits<T>::max());
    return without_subnormal(of_rank<T>(lowest + random.below(highest - lowest + 1)));
  } else {
    return static_cast<T>(random.bits());
  }
}

template <class T>
std::uint64_t subnormal_rank(Random& random) {
  const std::uint64_t first = middle_rank + 1;
  return first + random.below(rank_of(Limits<T>::min_normal()) - first);
}

template <class T>
void random_values(Filling<T>& f) {
  for (T& x : f.x) x = any_value<T>(f.random);
}

// Device behaviour that the specification leaves open: observed, not judged.

/// NaN among the values of min and max (WGC.U.2).
template <class T>
std::string_view nan_seen(Collective, std::span<const T>, std::span<const T> got) {
  const auto nans = static_cast<std::size_t>(std::ranges::count_if(got, [](T v) { return is_nan(v); }));
  if (nans == 0) return "ignored";
  return nans == got.size() ? "propagated" : "in some lanes";
}

/// The sign of results that are zero (WGC.U.3).
template <class T>
std::string_view zero_sign_seen(Collective, std::span<const T>, std::span<const T> got) {
  const auto with_sign = [&](bool negative) {
    return std::ranges::any_of(
        got, [=](T v) { return v == T{0} && std::signbit(static_cast<double>(v)) == negative; });
  };
  const bool minus = with_sign(true), plus = with_sign(false);
  if (!minus && !plus) return "";
  return minus && plus ? "both signs" : minus ? "-0" : "+0";
}

/// A signed sum of positive values that overflows (WGC.U.1).
template <class T>
std::string_view overflow_seen(Collective c, std::span<const T> x, std::span<const T> got) {
  const auto wrapped = answers<T>(c, x, 0);
  if (std::ranges::equal(got, wrapped)) {
    const bool overflowed = std::ranges::any_of(wrapped, [](T v) { return v < T{0}; });
    return overflowed ? "wraps" : "";
  }
  // A device that saturates returns the largest value wherever the sum overflows.
  const bool saturates =
      std::ranges::equal(got, wrapped, [](T g, T w) { return g == w || g == Limits<T>::max(); });
  return saturates ? "saturates" : "other";
}

/// The first lane of an exclusive min or max on a device that need not have INF (WGC.FP.5).
template <class T>
std::string_view identity_seen(Collective c, std::span<const T>, std::span<const T> got) {
  if (got[0] == identity<T>(c.op)) return "INF";
  const T end = c.op == Op::Min ? Limits<T>::max() : Limits<T>::lowest();
  return got[0] == end ? "the largest finite value" : "other";
}

/// The non-zero value for true (WGC.U.7).
template <class T>
std::string_view true_value_seen(Collective, std::span<const T>, std::span<const T> got) {
  const auto all_are = [&](int value) {
    return std::ranges::all_of(got, [=](T v) { return v == static_cast<T>(value); });
  };
  return all_are(1) ? "1" : all_are(-1) ? "-1" : "other";
}

}  // namespace wgcts::suites

// Predicates for all and any. Any non-zero value is true. Drivers have kept one bit of it, ANDed the values
// bit by bit, and added them.
#pragma once

#include "suites/data/data.hpp"

namespace wgcts::suites::predicate_data {

using Predicates = Filling<std::int32_t>;

inline std::int32_t one_bit(std::size_t bit) {
  return static_cast<std::int32_t>(std::uint32_t{1} << (bit % 32));
}

inline std::int32_t some_true_value(Random& random) {
  constexpr std::int32_t others[] = {1, -1, 3, 0x7fffffff, 0x10000, 256, 2, -2};
  return random.coin() ? one_bit(random.below(32)) : others[random.below(std::size(others))];
}

inline void all_false(Predicates& f) { std::fill(f.x.begin(), f.x.end(), 0); }

inline void all_true(Predicates& f) {
  constexpr std::int32_t values[] = {1, -1, 0x7fffffff, 3, 0x55555555, -2};
  std::fill(f.x.begin(), f.x.end(), values[f.index % std::size(values)]);
}

inline void same_bit(Predicates& f) { std::fill(f.x.begin(), f.x.end(), one_bit(f.index)); }

inline void one_hot(Predicates& f) {
  all_false(f);
  f.x[walk_lane(f)] = some_true_value(f.random);
}

/// One bit in one lane, every bit in turn.
inline void lone_bit(Predicates& f) {
  all_false(f);
  f.x[f.random.below(f.lanes())] = one_bit(f.index);
}

inline void one_cold(Predicates& f) {
  for (auto& x : f.x) x = some_true_value(f.random);
  f.x[walk_lane(f)] = 0;
}

/// Neighbouring lanes share no bit: their bitwise AND is zero although all are true.
inline void disjoint(Predicates& f) {
  for (std::size_t lane = 0; lane < f.lanes(); ++lane) f.x[lane] = one_bit(lane + f.index * 5);
}

/// True values whose sum is zero, and in a work-group of even size also their XOR.
inline void zero_sum(Predicates& f) {
  const std::int32_t value = f.index == 0   ? 1
                             : f.index == 1 ? std::numeric_limits<std::int32_t>::min()
                                            : 0x1000;
  const std::int32_t other = f.index == 1 ? value : -value;
  for (std::size_t lane = 0; lane < f.lanes(); ++lane) f.x[lane] = lane % 2 == 0 ? value : other;
  if (f.lanes() % 2 == 1 && f.lanes() > 1 && f.index != 1)
    f.x[f.lanes() - 1] = f.x[0], f.x[0] = f.x[1], f.x[1] = other, f.x[2] = 2 * value;
}

/// As many twos as zeros. A driver that compares the sum with the number of lanes takes them for all true.
inline void zeros_and_twos(Predicates& f) {
  for (std::size_t lane = 0; lane < f.lanes(); ++lane) f.x[lane] = lane % 2 == 0 ? 2 : 0;
  if (f.lanes() % 2 == 1) f.x[f.lanes() - 1] = 1;
}

inline void mixed(Predicates& f) {
  for (auto& x : f.x) x = f.random.coin() ? some_true_value(f.random) : 0;
}

/// A quarter of the work-groups: `any` is false only for these, and a bug may affect few work-groups.
inline std::size_t many(std::size_t lanes, std::size_t walk) { return each_lane(lanes, walk) + 24; }

inline const DataClass<std::int32_t> rows[] = {
    {"all_true", "every predicate is the same non-zero value", always<6>, all_true, Rule::Truth},
    {"all_false", "every predicate is zero", many, all_false, Rule::Truth},
    {"one_hot", "one true lane, walked through the lanes", each_lane, one_hot, Rule::Truth},
    {"one_cold", "one false lane, walked through the lanes", each_lane, one_cold, Rule::Truth},
    {"disjoint", "true values that share no bit", always<3>, disjoint, Rule::Truth},
    {"same_bit", "every predicate has one bit set, each bit in turn", always<32>, same_bit, Rule::Truth},
    {"lone_bit", "one lane has one bit set, each bit in turn", always<32>, lone_bit, Rule::Truth},
    {"zero_sum", "true values that add up to zero", always<3>, zero_sum, Rule::Truth},
    {"mixed", "true and false at random", always<2>, mixed, Rule::Truth},
    {"zeros_and_twos", "zeros and twos that add up to the number of lanes", always<1>, zeros_and_twos,
     Rule::Truth},
};

}  // namespace wgcts::suites::predicate_data

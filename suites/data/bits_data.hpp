// Inputs for all, any and the logical operations, whose values are predicates, and for `and`, `or` and `xor`.
#pragma once

#include "suites/data/data.hpp"

// Predicates. Any non-zero value is true. Drivers have kept one bit of it, ANDed the values bit by bit, and
// added them.
namespace wgcts::suites::predicate_data {

using Predicates = Filling<std::int32_t>;

inline std::int32_t one_bit(std::size_t bit) {
  return static_cast<std::int32_t>(std::uint32_t{1} << (bit % 32));
}

inline std::int32_t some_true_value(Random& random) {
  constexpr std::int32_t others[] = {1, -1, 3, 0x7fffffff, 0x10000, 256, 2, -2};
  return random.coin() ? one_bit(random.below(32)) : others[random.below(std::size(others))];
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

inline std::vector<DataClass<std::int32_t>> classes() {
  std::vector<DataClass<std::int32_t>> rows{
      {"all_true", "every predicate is the same non-zero value", always<6>,
       [](Predicates& f) {
         constexpr std::int32_t values[] = {1, -1, 0x7fffffff, 3, 0x55555555, -2};
         f.set_all(values[f.index % std::size(values)]);
       }},
      {"all_false", "every predicate is zero",
       // A quarter of the work-groups: `any` is false only for these, and a bug may affect few work-groups.
       [](std::size_t lanes, std::size_t walk) { return each_lane(lanes, walk) + 24; },
       [](Predicates& f) { f.set_all(0); }},
      {"one_hot", "the predicate of one lane is true, which is another lane in each work-group", each_lane,
       [](Predicates& f) {
         f.set_all(0);
         f.x[walk_lane(f)] = some_true_value(f.random);
       }},
      {"one_cold", "the predicate of one lane is false, which is another lane in each work-group", each_lane,
       [](Predicates& f) {
         for (auto& x : f.x) x = some_true_value(f.random);
         f.x[walk_lane(f)] = 0;
       }},
      // Neighbouring lanes share no bit: their bitwise AND is zero although all are true.
      {"disjoint", "true values that share no bit", always<3>,
       [](Predicates& f) {
         for (std::size_t lane = 0; lane < f.lanes(); ++lane) f.x[lane] = one_bit(lane + f.index * 5);
       }},
      {"same_bit", "every predicate has one bit set, each bit in turn", always<32>,
       [](Predicates& f) { f.set_all(one_bit(f.index)); }},
      {"lone_bit", "one lane has one bit set, each bit in turn", always<32>,
       [](Predicates& f) {
         f.set_all(0);
         f.any_lane() = one_bit(f.index);
       }},
      {"zero_sum", "true values that add up to zero", always<3>, zero_sum},
      {"mixed", "true and false at random", always<2>,
       [](Predicates& f) {
         for (auto& x : f.x) x = f.random.coin() ? some_true_value(f.random) : 0;
       }},
      // As many twos as zeros. A driver that compares the sum with the number of lanes takes them for all
      // true.
      {"zeros_and_twos", "zeros and twos that add up to the number of lanes", always<1>,
       [](Predicates& f) {
         for (std::size_t lane = 0; lane < f.lanes(); ++lane) f.x[lane] = lane % 2 == 0 ? 2 : 0;
         if (f.lanes() % 2 == 1) f.x[f.lanes() - 1] = 1;
       }},
  };
  for (DataClass<std::int32_t>& row : rows) row.rule = Rule::Truth;
  return rows;
}

}  // namespace wgcts::suites::predicate_data

// The comments describe `or` and `xor`, where set bits affect the result. For `and`, every bit is inverted.
namespace wgcts::suites {

template <class T>
struct BitwiseData {
  using F = Filling<T>;

  static constexpr std::size_t width = sizeof(T) * 8;

  /// The value in which these bits affect the result.
  static T counting(const F& f, bits_of<T> bits) {
    return static_cast<T>(f.collective.op == Op::And ? static_cast<bits_of<T>>(~bits) : bits);
  }

  static T one_bit(const F& f, std::size_t place) {
    return counting(f, static_cast<bits_of<T>>(bits_of<T>{1} << (place % width)));
  }

  static void all_idle(F& f) { f.set_all(counting(f, 0)); }

  static std::vector<DataClass<T>> classes() {
    return {
        // Late lanes still change the result of `or` and `and`.
        {"sparse", "a few bits in a few lanes", always<4>,
         [](F& f) {
           all_idle(f);
           for (std::size_t i = 0; i < width / 2; ++i) f.any_lane() = one_bit(f, f.random.below(width));
         }},
        {"one_lane", "one bit in one lane, walked through the lanes", each_lane,
         [](F& f) {
           all_idle(f);
           f.x[walk_lane(f)] = one_bit(f, f.random.below(width));
         }},
        {"one_bit", "one bit in one lane, each bit in turn", always<width>,
         [](F& f) {
           all_idle(f);
           f.any_lane() = one_bit(f, f.index);
         }},
        {"same", "one value in all lanes: xor counts them", always<2>,
         [](F& f) { f.set_all(any_value<T>(f.random)); }},
        {"idle", "no bits that count: detects remains of another work-group or call", always<1>, all_idle},
        {"random", "random bits", always<3>, random_values<T>},
    };
  }
};

}  // namespace wgcts::suites

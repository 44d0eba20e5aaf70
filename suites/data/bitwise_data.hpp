// Inputs for `and`, `or` and `xor`. The comments describe `or` and `xor`, where set bits affect the result.
// For `and`, every bit is inverted.
#pragma once

#include "suites/data/data.hpp"

namespace wgcts::suites::bitwise_data {

template <class T>
constexpr std::size_t width = sizeof(T) * 8;

/// The value in which these bits affect the result.
template <class T>
T counting(const Filling<T>& f, bits_of<T> bits) {
  return static_cast<T>(f.collective.op == Op::And ? static_cast<bits_of<T>>(~bits) : bits);
}

template <class T>
void all_idle(Filling<T>& f) {
  for (T& x : f.x) x = counting<T>(f, 0);
}

template <class T>
bits_of<T> bit(std::size_t place) {
  return static_cast<bits_of<T>>(bits_of<T>{1} << (place % width<T>));
}

template <class T>
void one_lane(Filling<T>& f) {
  all_idle(f);
  f.x[walk_lane(f)] = counting<T>(f, bit<T>(f.random.below(width<T>)));
}

/// One bit in one lane, every bit in turn.
template <class T>
void one_bit(Filling<T>& f) {
  all_idle(f);
  f.x[f.random.below(f.lanes())] = counting<T>(f, bit<T>(f.index));
}

/// A few bits in a few lanes, so that late lanes still change the result of `or` and `and`.
template <class T>
void sparse(Filling<T>& f) {
  all_idle(f);
  for (std::size_t i = 0; i < width<T> / 2; ++i)
    f.x[f.random.below(f.lanes())] = counting<T>(f, bit<T>(f.random.below(width<T>)));
}

/// Equal values: xor gives the value or zero.
template <class T>
void same(Filling<T>& f) {
  const auto bits = static_cast<bits_of<T>>(f.random.bits());
  for (T& x : f.x) x = static_cast<T>(bits);
}

template <class T>
std::vector<DataClass<T>> classes() {
  return {
      {"sparse", "a few bits in a few lanes", always<4>, sparse<T>},
      {"one_lane", "one bit in one lane, walked through the lanes", each_lane, one_lane<T>},
      {"one_bit", "one bit in one lane, each bit in turn", always<width<T>>, one_bit<T>},
      {"same", "one value in all lanes: xor counts them", always<2>, same<T>},
      {"idle", "no bits that count: detects remains of another work-group or call", always<1>, all_idle<T>},
      {"random", "random bits", always<3>, random_values<T>},
  };
}

}  // namespace wgcts::suites::bitwise_data

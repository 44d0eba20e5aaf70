// Random numbers that are the same on every machine, unlike those of std::'s distributions.
#pragma once

#include <cstdint>
#include <string_view>

#include "layers.hpp"

namespace wgcts::suites {

/// Steele, Lea and Flood's splitmix64. Every 64-bit seed is good, and seeding costs nothing.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// 0 .. limit-1, with a bias that does not matter for test data. `limit` must not be 0.
  constexpr std::uint64_t below(std::uint64_t limit) { return bits() % limit; }
  constexpr bool coin() { return (bits() >> 63) != 0; }

 private:
  std::uint64_t state_;
};

/// FNV-1a: computes a seed from a name.
constexpr std::uint64_t hash(std::string_view text, std::uint64_t seed) {
  std::uint64_t h = 0xcbf29ce484222325 ^ seed;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return h;
}

}  // namespace wgcts::suites

// The data of the probe: values of each type, and the classes of input that it tries.
#include <array>

#include "probe.hpp"

namespace probe {

const std::vector<Type> types = {
    {"half", 2, true, true, 5, 10, "1.0h"},   {"int", 4, false, true, 0, 0, "1"},
    {"uint", 4, false, false, 0, 0, "1u"},    {"long", 8, false, true, 0, 0, "1l"},
    {"ulong", 8, false, false, 0, 0, "1ul"},  {"float", 4, true, true, 8, 23, "1.0f"},
    {"double", 8, true, true, 11, 52, "1.0"},
};

namespace {

uint64_t noise(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

// A floating value from its parts: a small integer times a power of two.
uint64_t floating(const Type& t, int sign, uint64_t integer, int power) {
  if (integer == 0) return static_cast<uint64_t>(sign) << (t.size * 8 - 1);
  int top = 63 - __builtin_clzll(integer);
  const int bias = (1 << (t.exponent - 1)) - 1;
  const int shift = t.significand - top;
  const uint64_t fraction =
      (shift >= 0 ? integer << shift : integer >> -shift) & ((1ull << t.significand) - 1);
  int exponent = bias + power + top;
  if (exponent >= 2 * bias + 1) exponent = 2 * bias;
  if (exponent < 1) exponent = 1;
  return static_cast<uint64_t>(sign) << (t.size * 8 - 1) | static_cast<uint64_t>(exponent) << t.significand |
         fraction;
}

// From here on, two classes for each of these lanes: it alone is low, or it alone is high.
constexpr unsigned first_lone = 19;
constexpr std::array<unsigned, 6> lone_lanes = {0, 3, 33, 64, 128, 255};
static_assert(data_classes == first_lone + 2 * lone_lanes.size());

bool is_lone(unsigned c, unsigned lane) { return lane == lone_lanes[(c - first_lone) / 2]; }
bool is_low(unsigned c, unsigned lane) { return is_lone(c, lane) == ((c - first_lone) % 2 == 0); }

uint64_t predicate_value(unsigned c, unsigned lane, unsigned size) {
  if (c >= first_lone) return !is_low(c, lane);
  constexpr std::array<uint32_t, 10> same = {0, 1, 2, 4, 256, 0x10000, 0xffffffff, 0x80000000, 0x100, 3};
  if (c < same.size()) return same[c];
  switch (c) {
    case 10:
      return lane % 2 ? 1 : 2;
    case 11:
      return lane % 2 ? 1 : 0xffffffff;
    case 12:
      return lane == size - 1;
    case 13:
      return lane != size - 1;
    case 14:
      return lane == size / 2 ? 0x100 : 0;
    default:
      return lane != size / 2;
  }
}

uint64_t float_value(const Type& t, unsigned c, unsigned lane, unsigned size, uint64_t r) {
  if (c >= first_lone) return floating(t, is_low(c, lane), 5, 0);
  const int bias = (1 << (t.exponent - 1)) - 1;
  const uint64_t infinity = ((1ull << t.exponent) - 1) << t.significand, sign = 1ull << (t.size * 8 - 1);
  const uint64_t nan = infinity | 1ull << (t.significand - 1);
  switch (c) {
    case 0:
      return floating(t, r & 1, (r >> 1) % 8, 0);
    case 1:
      return floating(t, r & 1, 1 + (r >> 1) % 1000, static_cast<int>((r >> 20) % 8) - 4);
    case 2:
      return floating(t, 0, 1, 0);
    case 3:
      return floating(t, 1, 5 + r % 8, 0);
    case 4:
      return infinity;
    case 5:
      return sign | infinity;
    case 6:
      return lane == size / 3 ? nan : floating(t, 0, 1 + r % 9, 0);
    case 7:
      return 1 + r % 7;
    case 8:
      return sign;
    case 9:
      return lane == size / 2 ? floating(t, 0, 3, 0) : 0;
    case 10:
      return lane == size - 1 ? sign | infinity : floating(t, 0, 2, 0);
    case 11:
      return floating(t, 0, (1ull << t.significand) - 1, bias - t.significand);
    case 12:
      return floating(t, 0, 1 + lane, 0);
    case 13:
      return floating(t, 0, 1 + r % 1023, -9);
    case 14:
      return floating(t, 1, 1ull << t.significand, bias - t.significand);
    case 15:
      return floating(t, 0, (1ull << t.significand) + 1 + lane % 2, lane == 0 ? 0 : -t.significand);
    case 16:
      return lane % 2 ? infinity : sign | infinity;
    case 17:
      return nan;
    default:
      return lane % 2 ? nan : floating(t, 0, 1 + r % 9, 0);
  }
}

uint64_t integer_value(const Type& t, unsigned c, unsigned lane, unsigned size, uint64_t r) {
  if (c >= first_lone) return is_low(c, lane) ? 5 : 500;
  const uint64_t sign = 1ull << (t.size * 8 - 1), all = sign | (sign - 1);
  const std::array<uint64_t, 6> extremes = {0, 1, all, sign, sign - 1, sign >> 1};
  switch (c) {
    case 0:
      return t.is_signed ? (r % 9 - 4) & all : r % 9;
    case 1:
      return extremes[r % extremes.size()];
    case 2:
      return 1;
    case 3:
      return (all - 5 - r % 100);
    case 4:
      return sign - 1;
    case 5:
      return sign;
    case 6:
      return all;
    case 7:
      return (r % 16) << (t.size * 4) | (16 - r % 16);
    case 8:
      return sign - 1 - r % 99;
    case 9:
      return lane == size / 2 ? 77 : 0;
    case 10:
      return lane == size - 1 ? sign : 2;
    case 11:
      return r & all;
    case 12:
      return lane + 1;
    case 13:
      return 70000 + r % 1000;
    case 14:
      return sign + r % 1000;
    default:
      return (r % 4000000000ull) & all;
  }
}

}  // namespace

uint64_t value(const Type& t, bool predicate, unsigned c, unsigned lane, unsigned size) {
  if (predicate) return predicate_value(c, lane, size);
  const uint64_t r = noise(c * 1000003ull + lane);
  return t.floating ? float_value(t, c, lane, size, r) : integer_value(t, c, lane, size, r);
}

}  // namespace probe

#include "suites/random.hpp"

#include <gtest/gtest.h>

#include <set>

#include "suites/parse.hpp"

namespace wgcts::suites {
namespace {

// The published test vector of splitmix64 for seed 1234567. Every machine must draw the same.
TEST(Random, Splitmix64) {
  Random random(1234567);
  for (const std::uint64_t bits : {6457827717110365317U, 3203168211198807973U, 9817491932198370423U,
                                   4593380528125082431U, 16408922859458223821U})
    EXPECT_EQ(random.bits(), bits);
}

TEST(Random, SameSeedSameNumbers) {
  Random a(7), b(7), c(8);
  bool differs = false;
  for (int i = 0; i < 100; ++i) {
    const auto bits = a.bits();
    EXPECT_EQ(bits, b.bits());
    differs |= bits != c.bits();
  }
  EXPECT_TRUE(differs);
}

TEST(Random, BelowStaysBelowAndReachesAll) {
  Random random(1);
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(random.below(7));
  EXPECT_EQ(seen, (std::set<std::uint64_t>{0, 1, 2, 3, 4, 5, 6}));
  for (int i = 0; i < 10; ++i) EXPECT_EQ(random.below(1), 0U);
}

TEST(Random, CoinGivesBothResults) {
  Random random(1);
  int heads = 0;
  for (int i = 0; i < 1000; ++i) heads += random.coin();
  EXPECT_GT(heads, 400);
  EXPECT_LT(heads, 600);
}

TEST(Hash, Fnv1a) {
  // Published vectors of 64-bit FNV-1a.
  EXPECT_EQ(hash("", 0), 0xcbf29ce484222325U);
  EXPECT_EQ(hash("a", 0), 0xaf63dc4c8601ec8cU);
  EXPECT_EQ(hash("foobar", 0), 0x85944171f73967e8U);
  EXPECT_NE(hash("a", 1), hash("a", 0));
}

TEST(Split, KeepsEmptyPieces) {
  using Pieces = std::vector<std::string_view>;
  EXPECT_EQ(split("a.b.c", '.'), (Pieces{"a", "b", "c"}));
  EXPECT_EQ(split("", '.'), (Pieces{""}));
  EXPECT_EQ(split(".", '.'), (Pieces{"", ""}));
  EXPECT_EQ(split("a..", '.'), (Pieces{"a", "", ""}));
  EXPECT_EQ(split("abc", 'x'), (Pieces{"abc"}));
}

}  // namespace
}  // namespace wgcts::suites

// Numbers that do not fit into a double. A long double of 64 bits would represent them, but not every
// architecture has one.
#include "reference/exact_number.hpp"

#include <set>

#include "tests/reference/types.hpp"

namespace wgcts::reference {
namespace {

template <class T>
class ExactNumbers : public ::testing::Test {};
TYPED_TEST_SUITE(ExactNumbers, AllTypes, TypeName);

template <class T>
std::vector<T> corners() {
  std::vector<T> all{T{0},
                     T{1},
                     Limits<T>::max(),
                     Limits<T>::lowest(),
                     next_down(Limits<T>::max()),
                     next_up(Limits<T>::lowest())};
  if constexpr (!is_float_v<T>)
    for (int bit = 1; bit < static_cast<int>(sizeof(T)) * 8 - 1; ++bit)
      for (const int off : {-1, 0, 1}) all.push_back(static_cast<T>((T{1} << bit) + T(off)));
  if constexpr (is_float_v<T>) all.insert(all.end(), {Limits<T>::denorm_min(), Limits<T>::infinity()});
  return all;
}

TYPED_TEST(ExactNumbers, RepresentEveryValueAndItsOrder) {
  using T = typename TypeParam::type;
  for (const T a : corners<T>()) {
    EXPECT_EQ(bits(ExactNumber(a).template to<T>()), bits(a)) << static_cast<double>(a);
    for (const T b : corners<T>()) {
      EXPECT_EQ(ExactNumber(a) < ExactNumber(b), a < b)
          << static_cast<double>(a) << ' ' << static_cast<double>(b);
      EXPECT_EQ(ExactNumber(a) == ExactNumber(b), a == b)
          << static_cast<double>(a) << ' ' << static_cast<double>(b);
    }
  }
}

TEST(ExactNumber, ComparesAcrossTypes) {
  constexpr auto most = Limits<std::uint64_t>::max();
  EXPECT_LT(ExactNumber(most), ExactNumber(0x1p64));
  EXPECT_LT(ExactNumber(Limits<std::int64_t>::max()), ExactNumber(0x1p63));
  EXPECT_EQ(ExactNumber(Limits<std::int64_t>::lowest()), ExactNumber(-0x1p63));
  EXPECT_EQ(-ExactNumber(Limits<std::int64_t>::lowest()), ExactNumber(std::uint64_t{1} << 63));
  EXPECT_EQ(abs(ExactNumber(-5)), ExactNumber(5.0F));
}

TEST(ExactNumber, SumsAreExact) {
  ExactNumber sum;
  for (int i = 0; i < 4096; ++i) sum = sum + Limits<std::uint64_t>::max();
  EXPECT_EQ(sum, ExactNumber(0x1p76) + ExactNumber(-4096));
  for (int i = 0; i < 4095; ++i) sum = sum + -ExactNumber(Limits<std::uint64_t>::max());
  EXPECT_EQ(sum.to<std::uint64_t>(), Limits<std::uint64_t>::max());
}

TEST(ExactNumber, WholeInfiniteAndUndefined) {
  EXPECT_TRUE(ExactNumber(Limits<std::uint64_t>::max()).is_whole());
  EXPECT_FALSE(ExactNumber(0.5).is_whole());
  const ExactNumber infinite = INFINITY;
  EXPECT_TRUE((infinite + 1).is_infinite());
  const ExactNumber undefined = infinite + -infinite;
  EXPECT_FALSE(undefined < 1 || undefined > 1 || undefined == undefined);
}

}  // namespace
}  // namespace wgcts::reference

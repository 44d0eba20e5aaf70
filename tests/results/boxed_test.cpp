#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>

#include "results/case_result.hpp"

namespace wgcts::results {
namespace {

TEST(Boxed, IsEmptyUntilItHasAValue) {
  Boxed<std::string> box;
  EXPECT_FALSE(box);
  EXPECT_FALSE(Boxed<std::string>(std::optional<std::string>()));
  box = std::string("a value");
  EXPECT_EQ(*box, "a value");
  box = std::optional<std::string>("another");
  EXPECT_EQ(*box, "another");
  box.reset();
  EXPECT_FALSE(box.has_value());
}

TEST(Boxed, ACopyHasItsOwnValue) {
  Boxed<std::string> first(std::string("first"));
  Boxed<std::string> second = first;
  *second = "second";
  EXPECT_EQ(*first, "first");
  const Boxed<std::string>& same = first;
  first = same;
  EXPECT_EQ(*first, "first");
  first = Boxed<std::string>();
  EXPECT_FALSE(first);
  EXPECT_EQ(second->size(), 6U);
  const Boxed<std::string> third = std::move(second);
  EXPECT_EQ(*third, "second");
}

}  // namespace
}  // namespace wgcts::results

#include "system/machine.hpp"

#include <gtest/gtest.h>

namespace wgcts::system {
namespace {

TEST(Machine, VariablesAreSetAndRemoved) {
  set_variable("WGCTS_TEST_VARIABLE", "a=b");
  EXPECT_EQ(environment().at("WGCTS_TEST_VARIABLE"), "a=b");
  remove_variable("WGCTS_TEST_VARIABLE");
  EXPECT_EQ(environment().count("WGCTS_TEST_VARIABLE"), 0U);
}

}  // namespace
}  // namespace wgcts::system

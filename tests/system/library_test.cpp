#include "system/library.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace wgcts::system {
namespace {

TEST(Library, FindsExportedFunctions) {
  const Library mathematics("libm.so.6");
  const auto root = reinterpret_cast<double (*)(double)>(mathematics.symbol("sqrt"));
  ASSERT_NE(root, nullptr);
  EXPECT_EQ(root(9), 3);
  EXPECT_EQ(mathematics.symbol("no_such_function"), nullptr);
  EXPECT_NE(file_of(mathematics.symbol("sqrt")).find("libm.so.6"), std::string::npos);
}

TEST(Library, TheErrorNamesAMissingFile) {
  try {
    const Library none("libwgcts-is-not-there.so");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("libwgcts-is-not-there.so"), std::string::npos);
  }
}

TEST(Library, AnAddressOutsideOfFilesHasNone) {
  const int on_the_stack = 0;
  EXPECT_EQ(file_of(&on_the_stack), "");
  EXPECT_EQ(file_of(nullptr), "");
}

}  // namespace
}  // namespace wgcts::system

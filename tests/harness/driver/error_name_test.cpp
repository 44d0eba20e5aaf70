#include <gtest/gtest.h>

#include "harness/driver/drivers.hpp"

namespace wgcts::harness {
namespace {

TEST(ErrorName, IsTheNameOrTheNumber) {
  EXPECT_EQ(error_name(CL_BUILD_PROGRAM_FAILURE), "CL_BUILD_PROGRAM_FAILURE");
  EXPECT_EQ(error_name(platform_not_found), "CL_PLATFORM_NOT_FOUND_KHR");
  EXPECT_EQ(error_name(-4711), "OpenCL error -4711");
}

}  // namespace
}  // namespace wgcts::harness

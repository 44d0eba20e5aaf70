#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "cli/run/driver.hpp"
#include "tests/reports/folder.hpp"

namespace wgcts::cli {
namespace {

TEST(DriverCaches, AreOffWhateverTheEnvironmentHas) {
  setenv("POCL_KERNEL_CACHE", "1", 1);
  setenv("cl_cache_dir", "/tmp", 1);
  switch_off_driver_caches("");
  EXPECT_EQ(std::string(std::getenv("POCL_KERNEL_CACHE")), "0");
  EXPECT_EQ(std::string(std::getenv("CUDA_CACHE_DISABLE")), "1");
  EXPECT_EQ(std::string(std::getenv("MESA_SHADER_CACHE_DISABLE")), "true");
  EXPECT_EQ(std::string(std::getenv("NEO_CACHE_PERSISTENT")), "0");
  EXPECT_EQ(std::getenv("cl_cache_dir"), nullptr);
}

class Scratch : public FolderTest {};

// PoCL writes to the folder of its cache even if the cache is off, and a worker that crashes leaves its files
// there.
TEST_F(Scratch, GetsTheFilesThatDriversLeaveBehind) {
  switch_off_driver_caches(path("new"));
  EXPECT_TRUE(std::filesystem::is_directory(path("new")));
  EXPECT_EQ(std::getenv("POCL_CACHE_DIR"), path("new"));
}

}  // namespace
}  // namespace wgcts::cli

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>

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

// PoCL loads kernels as libraries from the folder. On a /tmp without execution, no case could pass.
TEST_F(Scratch, IsNotUsedOnADiskWithoutExecution) {
  const std::string disk = path("disk");
  std::filesystem::create_directory(disk);
  // A process may have a disk that no other sees, unless the system forbids that.
  const auto keeps_its_folder = [&] {
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return true;
    if (mount("none", disk.c_str(), "tmpfs", MS_NOEXEC, nullptr) != 0) return true;
    setenv("POCL_CACHE_DIR", "own", 1);
    switch_off_driver_caches(disk);
    return std::getenv("POCL_CACHE_DIR") == std::string("own");
  };
  EXPECT_EXIT(std::_Exit(keeps_its_folder() ? 0 : 1), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace wgcts::cli

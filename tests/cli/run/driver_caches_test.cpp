#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

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

/// Whether a process that `enter` changes keeps its own folder, or cannot be changed.
bool keeps_its_folder(const std::string& scratch, bool (*enter)(const std::string& scratch)) {
  if (!enter(scratch)) return true;
  setenv("POCL_CACHE_DIR", "own", 1);
  switch_off_driver_caches(scratch);
  return std::getenv("POCL_CACHE_DIR") == std::string("own");
}

// PoCL loads kernels as libraries from the folder: on a /tmp without execution, no case could pass. A
// launcher may start workers as another user.
TEST_F(Scratch, IsNotUsedIfAWorkerCannotRunItsFiles) {
  const std::string folder = path("private");
  std::filesystem::create_directory(folder);
  std::filesystem::permissions(folder_, std::filesystem::perms{0755});  // like /tmp
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
  const auto mount_without_execution = [](const std::string& disk) {
    return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 &&
           mount("none", disk.c_str(), "tmpfs", MS_NOEXEC, nullptr) == 0;
  };
  const auto become_another_user = [](const std::string&) { return setuid(1) == 0; };
  for (bool (*enter)(const std::string&) : {+mount_without_execution, +become_another_user})
    EXPECT_EXIT(std::_Exit(keeps_its_folder(folder, enter) ? 0 : 1), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace wgcts::cli

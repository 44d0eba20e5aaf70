#include "system/locked_file.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

#include "tests/reports/folder.hpp"

namespace wgcts::system {
namespace {

class LockedFileTest : public reports::FolderTest {};

TEST_F(LockedFileTest, IsNoneWithoutAFile) {
  EXPECT_FALSE(LockedFile::open(path("none")));
  EXPECT_FALSE(LockedFile::is_held(path("none")));
  EXPECT_EQ(files(), 0);
}

TEST_F(LockedFileTest, AppendsAtTheEnd) {
  put(path("file"), "one ");
  auto file = LockedFile::open(path("file"));
  file->append("two ");
  file->append("");
  file->append("three");
  EXPECT_EQ(content(path("file")), "one two three");
}

// A killed run may have been starting a process. Until that process runs its own program, it holds the run's
// lock.
TEST_F(LockedFileTest, WaitsForAStartingProcessOfAKilledRun) {
  put(path("file"), "");
  auto file = LockedFile::open(path("file"));
  const pid_t starting = fork();
  if (starting == 0) {
    usleep(200'000);
    _exit(0);
  }
  file.reset();
  EXPECT_TRUE(LockedFile::open(path("file")));
  EXPECT_EQ(waitpid(starting, nullptr, 0), starting);
}

TEST_F(LockedFileTest, IsLockedUntilItIsDestroyed) {
  put(path("file"), "");
  {
    const auto file = LockedFile::open(path("file"));
    EXPECT_TRUE(LockedFile::is_held(path("file")));
    EXPECT_THROW((void)LockedFile::open(path("file")), std::runtime_error);
  }
  EXPECT_FALSE(LockedFile::is_held(path("file")));
  EXPECT_TRUE(LockedFile::open(path("file")));
}

TEST_F(LockedFileTest, TheErrorHasFileAndCause) {
  try {
    (void)LockedFile::open(path(""));
    FAIL() << "a folder was opened for writing";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), "cannot write " + path("") + ": Is a directory");
  }
}

}  // namespace
}  // namespace wgcts::system

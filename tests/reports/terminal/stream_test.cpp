// Tests with a real pseudo-terminal.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include "reports/terminal/terminal.hpp"

namespace wgcts::reports {
namespace {

class Tty : public testing::Test {
 protected:
  void SetUp() override {
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    unsetenv("COLUMNS");
    master_ = posix_openpt(O_RDWR | O_NOCTTY);
    ASSERT_GE(master_, 0);
    ASSERT_EQ(grantpt(master_), 0);
    ASSERT_EQ(unlockpt(master_), 0);
    terminal_ = fopen(ptsname(master_), "r+");
    ASSERT_NE(terminal_, nullptr);
  }
  void TearDown() override {
    fclose(terminal_);
    close(master_);
  }
  void set_width(unsigned short columns) {
    const winsize size{24, columns, 0, 0};
    ASSERT_EQ(ioctl(master_, TIOCSWINSZ, &size), 0);
  }
  int master_ = -1;
  std::FILE* terminal_ = nullptr;
};

TEST_F(Tty, IsColouredUnlessNoColorIsSet) {
  EXPECT_TRUE(wants_colour(terminal_));
  for (const char* value : {"", "0", "1"}) {
    setenv("NO_COLOR", value, 1);
    EXPECT_FALSE(wants_colour(terminal_)) << value;
    EXPECT_TRUE(is_terminal(terminal_));
  }
  unsetenv("NO_COLOR");
  setenv("TERM", "dumb", 1);
  EXPECT_FALSE(wants_colour(terminal_));
  unsetenv("TERM");
  EXPECT_FALSE(wants_colour(terminal_));
}

TEST_F(Tty, AFileIsNotColoured) {
  std::FILE* file = tmpfile();
  EXPECT_FALSE(is_terminal(file));
  EXPECT_FALSE(wants_colour(file));
  EXPECT_EQ(width_of(file), unlimited_width) << "lines in files are not truncated";
  setenv("COLUMNS", "72", 1);
  EXPECT_EQ(width_of(file), 72U);
  fclose(file);
}

TEST_F(Tty, HasAWidth) {
  set_width(61);
  EXPECT_EQ(width_of(terminal_), 61U);
  setenv("COLUMNS", "132", 1);
  EXPECT_EQ(width_of(terminal_), 132U);
  for (const char* nonsense : {"", "wide", "-5", "80x24", "3", "99999999999999999999"}) {
    setenv("COLUMNS", nonsense, 1);
    EXPECT_EQ(width_of(terminal_), 61U) << nonsense;
  }
  unsetenv("COLUMNS");
  set_width(0);
  EXPECT_EQ(width_of(terminal_), 100U);
}

}  // namespace
}  // namespace wgcts::reports

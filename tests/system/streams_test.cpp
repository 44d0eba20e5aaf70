// The stream of a worker's events.
#include "system/streams.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>

namespace wgcts::system {
namespace {

// A driver may fork at any time, and exit() in the child writes what is left in a buffer. Its programs may
// outlive the worker.
TEST(Streams, TakenOutputIsOfThisProcessAlone) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const int before = dup(STDOUT_FILENO);
  dup2(ends[1], STDOUT_FILENO);
  const int taken = take_standard_output();
  dup2(before, STDOUT_FILENO);
  close(before);
  close(ends[1]);
  ASSERT_GE(taken, 0);
  EXPECT_EQ(fcntl(taken, F_GETFD), FD_CLOEXEC);
  EXPECT_EQ(write_all(taken, "event"), 0);
  close(taken);
  std::array<char, 16> got{};
  EXPECT_EQ(read(ends[0], got.data(), got.size()), 5);
  EXPECT_EQ(std::string(got.data()), "event");
  close(ends[0]);
}

}  // namespace
}  // namespace wgcts::system

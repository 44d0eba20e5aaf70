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
  std::FILE* const taken = take_standard_output();
  dup2(before, STDOUT_FILENO);
  close(before);
  close(ends[1]);
  ASSERT_NE(taken, nullptr);
  EXPECT_EQ(fcntl(fileno(taken), F_GETFD), FD_CLOEXEC);
  EXPECT_EQ(std::fwrite("event", 1, 5, taken), 5U);
  close(fileno(taken));
  std::array<char, 16> got{};
  EXPECT_EQ(read(ends[0], got.data(), got.size()), 5);
  EXPECT_EQ(std::string(got.data()), "event");
  close(ends[0]);
  std::fclose(taken);
}

}  // namespace
}  // namespace wgcts::system

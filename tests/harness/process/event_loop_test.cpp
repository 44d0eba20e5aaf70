// With few file descriptors there must be an error message. libuv would abort.
#include "harness/process/event_loop.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>
#include <string>

namespace wgcts::harness {
namespace {

enum Made { Loop_made = 0, Sentence = 1, Other = 2 };

/// The result of creating a loop in a process with this limit of open files. -1 if the process dies.
int made_with(rlim_t descriptors) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit limit{descriptors, descriptors};
    setrlimit(RLIMIT_NOFILE, &limit);
    try {
      Loop loop;
      _exit(Loop_made);
    } catch (const std::runtime_error& error) {
      const bool says =
          std::string(error.what()).find("the limit is " + std::to_string(descriptors)) !=
          std::string::npos;
      _exit(says ? Sentence : Other);
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Loop, NeedsFileDescriptors) {
  for (const rlim_t few : {0U, 4U, 8U, 12U, 16U, 20U}) EXPECT_EQ(made_with(few), Sentence) << few;
  EXPECT_EQ(made_with(256), Loop_made);
}

}  // namespace
}  // namespace wgcts::harness

// Few file descriptors: a sentence, where libuv ends the program.
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

/// What comes of a loop in a process that may have so many files open; -1 for the end of that process.
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
          std::string(error.what()).find("at most " + std::to_string(descriptors) + " may be open") !=
          std::string::npos;
      _exit(says ? Sentence : Other);
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Loop, WantsFileDescriptors) {
  for (const rlim_t few : {0U, 4U, 8U, 12U, 16U, 20U}) EXPECT_EQ(made_with(few), Sentence) << few;
  EXPECT_EQ(made_with(256), Loop_made);
}

}  // namespace
}  // namespace wgcts::harness

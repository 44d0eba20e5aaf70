// Messages for launchers that start no worker.
#include <gtest/gtest.h>

#include <csignal>

#include "harness/process/worker_connection.hpp"

namespace wgcts::harness {
namespace {

/// The message for a launcher that runs this script, with this limit in seconds.
std::string sentence_for(const std::string& script, double limit = 60) {
  WorkerSetup setup{{"/bin/sh", "-c", script}, limit};
  setup.launcher = "board";
  try {
    (void)ask(setup, Describe{}, [](const Event&) {});
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(Ask, ReportsTheOutputOfALauncherThatStartsNoWorker) {
  const std::string begin = "no worker could be started: the launcher 'board' ";
  EXPECT_EQ(sentence_for("exit 3"), begin + "ended with exit code 3");
  EXPECT_EQ(sentence_for("echo connection refused >&2; exit 255"),
            begin + "ended with exit code 255: connection refused");
  EXPECT_EQ(sentence_for("kill -TERM $$"), begin + "was killed by SIGTERM");
  EXPECT_EQ(sentence_for("sleep 60", 0.5), begin + "gave no answer within 0.5 s");
}

}  // namespace
}  // namespace wgcts::harness
